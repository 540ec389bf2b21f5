import { type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { clearAlert } from '../alerts/index.ts'
import { fieldsOf, webhooks } from './webhook-row.ts'

/** `DELETE /webhooks/{webhook_reference}`: also deletes what waits for it. */
export const deleteWebhook = (
  ctx: RequestContext,
  { params: { webhook_reference }, query }: CallInput<typeof calls.deleteWebhook>,
): Promise<undefined> =>
  ctx.transaction(async (tx) => {
    const stored = await webhooks.lock(tx, webhook_reference)
    if (!stored) throw new ProductError('request.not_found')
    assertVersion(query.version, stored)
    await webhooks.remove(tx, webhook_reference)
    await clearAlert(tx, 'webhook_failed', webhook_reference)
    tx.audit('webhook.deleted', { webhook_reference, before: fieldsOf(stored), after: null })
    return undefined
  })
