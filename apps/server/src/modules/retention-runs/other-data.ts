import type { RetentionEntityType } from '@holdfast/contract'
import { agedDeviceActivities, agedUserActivities } from '../../core/activities/index.ts'
import type { AgedRow, AgedTable, TenantTransaction } from '../../platform/database/index.ts'
import { agedAlerts } from '../alerts/index.ts'
import { agedTombstones } from '../destruction/index.ts'
import { agedCommands } from '../device-commands/index.ts'
import { agedPositions } from '../gps/index.ts'
import { heldTargets, lockHolds } from '../legal-holds/index.ts'
import { agedSupportAccess } from '../support-access/index.ts'
import { agedTransfers } from '../transfers/index.ts'

/** Rows of one transaction. */
const pageRows = 500

/**
 * The tables of each entity type that end by age. Devices and device users stay, because recordings name them, and released
 * holds, because somebody may ask for them: types without a table are kept, whatever the policy says. Nothing is migrated yet.
 */
const tables: Readonly<Record<RetentionEntityType, AgedTable | null>> = {
  AlertData: agedAlerts,
  DeviceActivityData: agedDeviceActivities,
  DeviceCommandData: agedCommands,
  DeviceData: null,
  DeviceUserData: null,
  GpsData: agedPositions,
  LegacyMigrationData: null,
  LegalHoldData: null,
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
  /** `null`: there is nothing more. */
  after: OtherPage['after']
}

/** Removes a page of rows that are old enough and not held, or counts them. */
export const removeOtherData = async (
  tx: TenantTransaction,
  { entity_type, before, after, isDryRun }: OtherPage,
): Promise<OtherResult> => {
  const table = tables[entity_type]
  if (!table) return { removed: 0, kept: 0, after: null }
  await lockHolds(tx, 'share')
  const page = await table.page(tx, { before, after, limit: pageRows })
  const rows = page.filter(({ is_gone }) => !is_gone)
  const isHeld = await holdsOnRows(tx, rows)
  const free = rows.filter((row) => !isHeld(row)).map(({ reference }) => reference)
  const removed = isDryRun || free.length === 0 ? free.length : await table.remove(tx, free)
  const last = page.at(-1)
  const next = last && page.length === pageRows ? { time: last.time, reference: last.reference } : null
  return { removed, kept: rows.length - removed, after: next }
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
