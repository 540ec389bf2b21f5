import type { calls } from '@holdfast/contract'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { updateLastSeen } from './last-seen.ts'
import { receivedItems } from './received-items.ts'

/** `POST /positions`: stores new positions. Repeating a request changes nothing. */
export const receivePositions = (ctx: RequestContext, { body, invalid }: ServedInput<typeof calls.receivePositions>) =>
  ctx.transaction(async (tx) => {
    const { device_reference, device_user_reference, group } = ctx.device
    const sent = { client: tx.client, device_reference, device_user_reference, group, received_at: tx.now }
    // Sorted, so that concurrent requests with the same positions cannot deadlock.
    const positions = body.positions.toSorted((a, b) => (a.gps_reference < b.gps_reference ? -1 : 1))
    const insert = tx.db
      .insertInto('gps')
      .values(positions.map((position) => ({ ...position, ...sent })))
      .onConflict((conflict) => conflict.columns(['client', 'gps_reference']).doNothing())
      .returning('gps_reference')
    const added = positions.length > 0 ? await insert.execute() : []
    await updateLastSeen(tx, device_reference)
    ctx.setAuditGroup(group)
    tx.audit('gps.received', {
      sent: body.positions.length + invalid.length,
      received: added.length,
      refused: invalid.length,
    })
    return receivedItems(added.length, invalid)
  })
