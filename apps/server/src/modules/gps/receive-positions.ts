import type { calls } from '@holdfast/contract'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { attributeReports, receivedItems, updateLastSeen } from '../devices/index.ts'

/** `POST /positions`: stores new positions, for whoever held the device at their times. Repeating a request changes nothing. */
export const receivePositions = (ctx: RequestContext, { body, invalid }: ServedInput<typeof calls.receivePositions>) =>
  ctx.transaction(async (tx) => {
    // Sorted, so that concurrent requests with the same positions cannot deadlock.
    const reports = body.positions.toSorted((a, b) => (a.gps_reference < b.gps_reference ? -1 : 1))
    const { attributed, group } = await attributeReports(tx, ctx.device, {
      reports,
      invalid,
      timeOf: ({ timestamp }) => timestamp,
    })
    const insert = tx.db
      .insertInto('gps')
      .values(attributed)
      .onConflict((conflict) => conflict.columns(['client', 'gps_reference']).doNothing())
      .returning('gps_reference')
    const added = attributed.length > 0 ? await insert.execute() : []
    await updateLastSeen(tx, ctx.device.device_reference)
    ctx.setAuditGroup(group)
    tx.audit('gps.received', {
      sent: reports.length + invalid.length,
      received: added.length,
      refused: invalid.length,
    })
    return receivedItems(added.length, invalid)
  })
