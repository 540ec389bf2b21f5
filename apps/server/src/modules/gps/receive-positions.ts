import { type calls, ProductError } from '@holdfast/contract'
import { sql } from 'kysely'
import type { DevicePrincipal } from '../../core/authorization/index.ts'
import type { RequestContext, ServedInput } from '../../core/calls/index.ts'
import { insertNewRows, type TenantTransaction } from '../../platform/database/index.ts'
import {
  attributeReports,
  type ItemRefusal,
  lastSeenStatements,
  receivedItems,
  refusedItems,
  usedByAnotherDevice,
} from '../devices/index.ts'
import { noticesOfPositions } from './notices-of-positions.ts'

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

const serviceOff: ItemRefusal = {
  code: 'device.service_off',
  message: new ProductError('device.service_off', { service: 'gps' }).message,
}

/**
 * `POST /positions`: stores new positions, for whoever held the device at their times. Those of times without the service `gps` are
 * refused, as recordings of a type are without its service. Repeating a request changes nothing.
 */
export const receivePositions = (ctx: RequestContext, { body, invalid }: ServedInput<typeof calls.receivePositions>) =>
  ctx.transaction(async (tx) => {
    // Sorted, so that concurrent requests with the same positions cannot deadlock.
    const reports = body.positions.toSorted((a, b) => (a.gps_reference < b.gps_reference ? -1 : 1))
    const { attributed, unserved, group } = await attributeReports(tx, ctx.device, {
      reports,
      invalid,
      timeOf: ({ timestamp }) => timestamp,
      service: 'gps',
    })
    const seen = { device_reference: ctx.device.device_reference, last_seen: null }
    const [added] = await tx.executeAll([insertNew(tx.client, attributed), ...lastSeenStatements(tx, [seen])])
    const isNew = new Set(added.map(({ gps_reference }) => gps_reference))
    const fresh = attributed.filter(({ gps_reference }) => isNew.has(gps_reference))
    for (const notice of noticesOfPositions(seen.device_reference, fresh)) await tx.notify(notice)
    const references = body.positions.map(({ gps_reference }) => gps_reference)
    const ofOthers =
      added.length < attributed.length ? await usedByOthers(tx, ctx.device, references) : new Set<string>()
    const withoutService = new Set(unserved.map(({ gps_reference }) => gps_reference))
    const refused = refusedItems(invalid, references, (reference) => {
      if (withoutService.has(reference)) return serviceOff
      return ofOthers.has(reference) ? usedByAnotherDevice('gps_reference') : null
    })
    ctx.setAuditGroup(group)
    tx.audit('gps.received', {
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
    .selectFrom('gps')
    .select('gps_reference')
    .where('client', '=', client)
    .where('gps_reference', '=', sql<string>`any(${references}::text[])`)
    .where('device_reference', '<>', device_reference)
    .execute()
  return new Set(rows.map(({ gps_reference }) => gps_reference))
}
