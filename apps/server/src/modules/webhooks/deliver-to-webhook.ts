import { type CallInput, type calls, ProductError, type WebhookDelivery } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { deliverWebhookJob } from './deliver-job.ts'
import { assertReadsAllAlerts } from './policy.ts'
import { addDelivery } from './publish-event.ts'
import { triedForMs } from './retry-times.ts'
import { deliveryColumns, toDelivery, webhooks } from './webhook-row.ts'

/** `POST /webhooks/{webhook_reference}/deliveries`: a test, or an event once more, for callers who may save webhooks. */
export const deliverToWebhook = async (
  ctx: RequestContext,
  { params: { webhook_reference }, body }: CallInput<typeof calls.deliverToWebhook>,
): Promise<WebhookDelivery> => {
  assertReadsAllAlerts(ctx.access)
  return ctx.transaction(async (tx) => {
    if (!(await webhooks.lock(tx, webhook_reference))) throw new ProductError('request.not_found')
    const delivery_reference = body.delivery_reference
      ? await deliverAgain(tx, webhook_reference, body.delivery_reference)
      : await deliverTest(tx, webhook_reference)
    tx.audit('webhook.delivery_asked', {
      webhook_reference,
      delivery_reference,
      is_test: body.delivery_reference === undefined,
    })
    const row = await selectDelivery(tx, webhook_reference, delivery_reference).executeTakeFirstOrThrow()
    return toDelivery(row)
  })
}

const selectDelivery = (tx: TenantTransaction, webhook_reference: string, delivery_reference: string) =>
  tx.db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('client', '=', tx.client)
    .where('webhook_reference', '=', webhook_reference)
    .where('delivery_reference', '=', delivery_reference)

const deliverTest = async (tx: TenantTransaction, webhook_reference: string): Promise<string> => {
  const body = JSON.stringify({ type: 'webhook.test', timestamp: tx.now.toISOString(), data: {} })
  const event_key = `webhook.test ${newId(tx.now)}`
  const added = await addDelivery(tx, { webhook_reference, event_type: 'webhook.test', event_key, body })
  if (!added) throw new Error('A test was not stored')
  return added
}

/** With the same id and bytes, and three more days of tries. What waits is tried now. */
const deliverAgain = async (
  tx: TenantTransaction,
  webhook_reference: string,
  delivery_reference: string,
): Promise<string> => {
  const known = await tx.db
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      attempts: 0,
      next_at: tx.now,
      claimed_until: null,
      retry_until: new Date(tx.now.getTime() + triedForMs),
    })
    .where('client', '=', tx.client)
    .where('webhook_reference', '=', webhook_reference)
    .where('delivery_reference', '=', delivery_reference)
    .returning('delivery_reference')
    .executeTakeFirst()
  if (!known) throw new ProductError('request.not_found')
  // A pause after an unanswered request would make it wait as long again.
  await tx.db
    .updateTable('webhooks')
    .set({ paused_until: null })
    .where('client', '=', tx.client)
    .where('webhook_reference', '=', webhook_reference)
    .execute()
  const asked_at = tx.now.toISOString()
  await tx.enqueue(deliverWebhookJob, { client: tx.client, webhook_reference, delivery_reference, asked_at })
  return delivery_reference
}
