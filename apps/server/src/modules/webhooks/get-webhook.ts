import {
  type CallInput,
  type calls,
  ProductError,
  shownDeliveries,
  type WebhookWithDeliveries,
} from '@holdfast/contract'
import { readWebhookKey } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { mayOf } from './policy.ts'
import { publicKeyText } from './signature.ts'
import { deliveryColumns, toDelivery, toWebhook, webhooks } from './webhook-row.ts'

/** `GET /webhooks/{webhook_reference}`. */
export const getWebhook = (
  ctx: RequestContext,
  { params: { webhook_reference } }: CallInput<typeof calls.getWebhook>,
): Promise<WebhookWithDeliveries> =>
  ctx.read(async (tx) => {
    const row = await webhooks.find(tx, webhook_reference)
    const key = row && (await readWebhookKey(tx, ctx.platform.keys))
    if (!row || !key) throw new ProductError('request.not_found')
    const deliveries = await tx.db
      .selectFrom('webhook_deliveries')
      .select(deliveryColumns)
      .where('client', '=', tx.client)
      .where('webhook_reference', '=', webhook_reference)
      .orderBy('delivery_reference', 'desc')
      .limit(shownDeliveries)
      .execute()
    const shown = { public_key: publicKeyText(key), may: mayOf(ctx.access) }
    return { ...toWebhook(row, shown), deliveries: deliveries.map(toDelivery) }
  })
