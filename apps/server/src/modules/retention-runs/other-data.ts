import type { RetainedEntityType } from '@holdfast/contract'
import { agedDeviceActivities, agedUserActivities } from '../../core/activities/index.ts'
import type { AgedRow, AgedTable, TenantTransaction } from '../../platform/database/index.ts'
import { agedAlerts } from '../alerts/index.ts'
import { agedTombstones } from '../destruction/index.ts'
import { agedCommands } from '../device-commands/index.ts'
import { agedPositions } from '../gps/index.ts'
import { agedHolds, heldTargets, lockHolds } from '../legal-holds/index.ts'
import { agedMigrations } from '../migrations/index.ts'
import { agedSupportAccess } from '../support-access/index.ts'
import { agedTransfers } from '../transfers/index.ts'

/** Rows of one transaction. */
const pageRows = 500

/**
 * The table of each entity type of which rows end by age. A type of the contract that gets rows is added to `retainedEntityTypes` and
 * here; until then, a policy with a rule for it is refused. Devices and device users stay, because recordings and their custody name them.
 */
const tables: Readonly<Record<RetainedEntityType, AgedTable>> = {
  AlertData: agedAlerts,
  DeviceActivityData: agedDeviceActivities,
  DeviceCommandData: agedCommands,
  GpsData: agedPositions,
  LegacyMigrationData: agedMigrations,
  LegalHoldData: agedHolds,
  PayloadData: agedTombstones,
  SupportAccessData: agedSupportAccess,
  TransferableData: agedTransfers,
  UserActivityData: agedUserActivities,
}

interface OtherPage {
  entity_type: RetainedEntityType
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
