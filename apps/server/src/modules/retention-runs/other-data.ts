import { type OtherKeptReason, otherKeptReasons, type RetentionEntityType } from '@holdfast/contract'
import { agedDeviceActivities, agedUserActivities } from '../../core/activities/index.ts'
import type { AgedRow, AgedTable, KeptRow, TenantTransaction } from '../../platform/database/index.ts'
import { agedAlerts } from '../alerts/index.ts'
import { agedTombstones } from '../destruction/index.ts'
import { agedCommands } from '../device-commands/index.ts'
import { agedDeviceUsers } from '../device-users/index.ts'
import { agedDevices } from '../devices/index.ts'
import { agedPositions } from '../gps/index.ts'
import { agedHolds, heldTargets, lockHolds } from '../legal-holds/index.ts'
import { agedMigrations } from '../migrations/index.ts'
import { agedSupportAccess } from '../support-access/index.ts'
import { agedTransfers } from '../transfers/index.ts'

/** Rows of one transaction. */
const pageRows = 500

/** The table of each entity type, whose rows end by age. */
const tables: Readonly<Record<RetentionEntityType, AgedTable>> = {
  AlertData: agedAlerts,
  DeviceActivityData: agedDeviceActivities,
  DeviceCommandData: agedCommands,
  DeviceData: agedDevices,
  DeviceUserData: agedDeviceUsers,
  GpsData: agedPositions,
  LegacyMigrationData: agedMigrations,
  LegalHoldData: agedHolds,
  PayloadData: agedTombstones,
  SupportAccessData: agedSupportAccess,
  TransferableData: agedTransfers,
  UserActivityData: agedUserActivities,
}

interface OtherPage {
  entity_type: RetentionEntityType
  before: Date
  after: { time: string | null; reference: string } | null
  isDryRun: boolean
}

export interface OtherResult {
  removed: number
  kept: number
  reasons: { reason: OtherKeptReason; rows: number }[]
  /** `null`: there is nothing more. */
  after: OtherPage['after']
}

/** Removes a page of rows that are old enough and not held, or counts them. */
export const removeOtherData = async (
  tx: TenantTransaction,
  { entity_type, before, after, isDryRun }: OtherPage,
): Promise<OtherResult> => {
  const table = tables[entity_type]
  await lockHolds(tx, 'share')
  const page = await table.page(tx, { before, after, limit: pageRows })
  const rows = page.filter(({ is_gone }) => !is_gone)
  const isHeld = await holdsOnRows(tx, rows)
  const held = rows.filter(isHeld).map(({ reference }): KeptRow => ({ reference, reason: 'on_hold' }))
  const others = (await table.keeps?.(tx, referencesOf(rows))) ?? []
  const kept = new Set(referencesOf([...held, ...others]))
  const free = referencesOf(rows).filter((reference) => !kept.has(reference))
  const removed = isDryRun || free.length === 0 ? free.length : await table.remove(tx, free)
  const last = page.at(-1)
  const next = last && page.length === pageRows ? { time: last.time, reference: last.reference } : null
  const reasons = countsOf([...held, ...others], free.length - removed)
  return { removed, kept: rows.length - removed, reasons, after: next }
}

const referencesOf = (rows: readonly { reference: string }[]): string[] => rows.map(({ reference }) => reference)

/** A row that is kept by several holds counts once for them. */
const countsOf = (kept: readonly KeptRow[], later: number): OtherResult['reasons'] => {
  const rowsOf = (wanted: OtherKeptReason) =>
    new Set(referencesOf(kept.filter(({ reason }) => reason === wanted))).size + (wanted === 'later' ? later : 0)
  return otherKeptReasons.map((reason) => ({ reason, rows: rowsOf(reason) })).filter(({ rows }) => rows > 0)
}

const holdsOnRows = async (tx: TenantTransaction, rows: readonly AgedRow[]): Promise<(row: AgedRow) => boolean> => {
  const targetsOf = (name: 'group' | 'device_user' | 'portal_user') => [
    ...new Set(rows.flatMap((row) => row[name] ?? [])),
  ]
  const groups = await heldTargets(tx, 'Group', targetsOf('group'))
  const deviceUsers = await heldTargets(tx, 'DeviceUser', targetsOf('device_user'))
  const portalUsers = await heldTargets(tx, 'PortalUser', targetsOf('portal_user'))
  return ({ group, device_user, portal_user }) =>
    (group !== null && groups.has(group)) ||
    (device_user !== null && deviceUsers.has(device_user)) ||
    (portal_user !== null && portalUsers.has(portal_user))
}
