import type { calls } from '@holdfast/contract'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { insertNewRows } from '../../platform/database/index.ts'
import { attributeReports, lastSeenStatements, receivedItems } from '../devices/index.ts'

const insertNew = insertNewRows(
  'gps',
  [
    'gps_reference',
    'device_reference',
    'device_user_reference',
    'group',
    'latitude',
    'longitude',
    'altitude',
    'accuracy',
    'provider',
    'timestamp',
    'timezone',
    'received_at',
  ],
  'gps_reference',
)

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
    const seen = { device_reference: ctx.device.device_reference, last_seen: null }
    const [added] = await tx.executeAll([insertNew(tx.client, attributed), ...lastSeenStatements(tx, [seen])])
    ctx.setAuditGroup(group)
    tx.audit('gps.received', {
      sent: reports.length + invalid.length,
      received: added.length,
      refused: invalid.length,
    })
    return receivedItems(added.length, invalid)
  })
