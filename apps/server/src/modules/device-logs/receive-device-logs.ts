import type { calls } from '@holdfast/contract'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { attributeReports, receivedItems, updateLastSeen } from '../devices/index.ts'
import { noticesOfLines } from './notices-of-lines.ts'

/** `POST /logs`: stores new lines, for whoever held the device at their times. Repeating a request changes nothing. */
export const receiveDeviceLogs = (
  ctx: RequestContext,
  { body, invalid }: ServedInput<typeof calls.receiveDeviceLogs>,
) =>
  ctx.transaction(async (tx) => {
    // Sorted, so that concurrent requests with the same lines cannot deadlock.
    const reports = body.logs.toSorted((a, b) => (a.log_id < b.log_id ? -1 : 1))
    const { attributed, group } = await attributeReports(tx, ctx.device, {
      reports,
      invalid,
      timeOf: ({ log_datetime }) => log_datetime,
    })
    const insert = tx.db
      .insertInto('device_logs')
      .values(attributed)
      .onConflict((conflict) => conflict.columns(['client', 'log_id']).doNothing())
      .returning(['log_id', 'group'])
    const added = attributed.length > 0 ? await insert.execute() : []
    await updateLastSeen(tx, ctx.device.device_reference)
    for (const notice of noticesOfLines(added)) await tx.notify(notice)
    ctx.setAuditGroup(group)
    tx.audit('device_logs.received', {
      sent: reports.length + invalid.length,
      received: added.length,
      refused: invalid.length,
    })
    return receivedItems(added.length, invalid)
  })
