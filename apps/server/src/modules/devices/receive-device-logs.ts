import type { calls } from '@holdfast/contract'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { updateLastSeen } from './last-seen.ts'
import { receivedItems } from './received-items.ts'

/** `POST /logs`: stores new lines. Repeating a request changes nothing. */
export const receiveDeviceLogs = (
  ctx: RequestContext,
  { body, invalid }: ServedInput<typeof calls.receiveDeviceLogs>,
) =>
  ctx.transaction(async (tx) => {
    const { device_reference, device_user_reference, group } = ctx.device
    const sent = { client: tx.client, device_reference, device_user_reference, group, received_at: tx.now }
    // Sorted, so that concurrent requests with the same lines cannot deadlock.
    const lines = body.logs.toSorted((a, b) => (a.log_id < b.log_id ? -1 : 1))
    const insert = tx.db
      .insertInto('device_logs')
      .values(lines.map((line) => ({ ...line, ...sent })))
      .onConflict((conflict) => conflict.columns(['client', 'log_id']).doNothing())
      .returning('log_id')
    const added = lines.length > 0 ? await insert.execute() : []
    await updateLastSeen(tx, device_reference)
    ctx.setAuditGroup(group)
    tx.audit('device_logs.received', {
      sent: body.logs.length + invalid.length,
      received: added.length,
      refused: invalid.length,
    })
    return receivedItems(added.length, invalid)
  })
