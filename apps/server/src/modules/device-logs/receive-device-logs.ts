import type { calls } from '@holdfast/contract'
import { sql } from 'kysely'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { insertNewRows, type TenantTransaction } from '../../platform/database/index.ts'
import {
  attributeReports,
  lastSeenStatements,
  receivedItems,
  refusedItems,
  usedByAnotherDevice,
} from '../devices/index.ts'
import { noticesOfLines } from './notices-of-lines.ts'

const insertNew = insertNewRows(
  'device_logs',
  [
    'log_id',
    'device_reference',
    'device_user_reference',
    'group',
    'log_class',
    'log_level',
    'log_datetime',
    'local_timezone',
    'payload_reference',
    'log_message',
    'received_at',
  ],
  'log_id',
)

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
    const seen = { device_reference: ctx.device.device_reference, last_seen: null }
    const [added] = await tx.executeAll([insertNew(tx.client, attributed), ...lastSeenStatements(tx, [seen])])
    for (const notice of noticesOfLines(added)) await tx.notify(notice)
    const references = body.logs.map(({ log_id }) => log_id)
    const ofOthers = added.length < reports.length ? await usedByOthers(tx, ctx.device, references) : new Set<string>()
    const refused = refusedItems(invalid, references, (reference) =>
      ofOthers.has(reference) ? usedByAnotherDevice('log_id') : null,
    )
    ctx.setAuditGroup(group)
    tx.audit('device_logs.received', {
      sent: reports.length + invalid.length,
      received: added.length,
      refused: refused.length,
    })
    return receivedItems(added.length, refused)
  })

const usedByOthers = async (
  { client, db }: TenantTransaction,
  { device_reference }: DevicePrincipal,
  references: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('device_logs')
    .select('log_id')
    .where('client', '=', client)
    .where('log_id', '=', sql<string>`any(${references}::text[])`)
    .where('device_reference', '<>', device_reference)
    .execute()
  return new Set(rows.map(({ log_id }) => log_id))
}
