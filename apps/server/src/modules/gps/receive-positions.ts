import type { calls } from '@holdfast/contract'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { insertNewRows } from '../../platform/database/index.ts'
import { attributeReports, lastSeenStatements, receivedItems, refusedItems } from '../devices/index.ts'

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
    const references = body.positions.map(({ gps_reference }) => gps_reference)
    const sent = { table: 'gps', field: 'gps_reference', references, invalid } as const
    const refused = added.length < reports.length ? await refusedItems(tx, ctx.device, sent) : invalid
    ctx.setAuditGroup(group)
    tx.audit('gps.received', {
      sent: reports.length + invalid.length,
      received: added.length,
      refused: refused.length,
    })
    return receivedItems(added.length, refused)
  })
