import {
  type CallInput,
  type calls,
  type Device,
  type DeviceInstallState,
  type ListTotal,
  ProductError,
  type SharedSerialReason,
  type VerifyRequest,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, type Condition, type DeviceRow, type TenantTransaction } from '../../platform/database/index.ts'
import { countDevices } from './count-devices.ts'
import { lockVisibleDevice } from './lock-visible-device.ts'
import { updateDevice } from './update-device.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Nobody resets a handset so often. */
const maxResetsInADay = 2

/**
 * Why two handsets may have one serial number: the device authenticates with other IMEIs than before, or its installation has changed for the
 * third time within a day.
 * @param device as it was before it authenticated; its history does not have this authentication yet
 */
export const signOfSharedSerial = async (
  tx: TenantTransaction,
  device: DeviceRow,
  { imeis }: VerifyRequest,
  install_state: DeviceInstallState,
): Promise<SharedSerialReason | null> => {
  const known = new Set(device.imeis)
  if (known.size > 0 && imeis.length > 0 && !imeis.some((imei) => known.has(imei))) return 'imeis'
  if (install_state !== 'FactoryReset') return null
  const earlier = await resetsSince(tx, device)
  return earlier + 1 > maxResetsInADay ? 'installations' : null
}

/** Resets within a day, since somebody dismissed it last. */
const resetsSince = async (
  tx: TenantTransaction,
  { device_reference, shared_serial_dismissed_at }: DeviceRow,
): Promise<number> => {
  const dismissed = shared_serial_dismissed_at === null ? 0 : Date.parse(shared_serial_dismissed_at)
  const since = new Date(Math.max(tx.now.getTime() - dayMs, dismissed))
  const resets = await tx.db
    .selectFrom('device_changes')
    .select('change_id')
    .where('client', '=', tx.client)
    .where('device_reference', '=', device_reference)
    .where('field', '=', 'installation_id')
    .where(sql<boolean>`before <> '{}'`)
    .where('changed_at', '>', since.toISOString())
    .limit(maxResetsInADay)
    .execute()
  return resets.length
}

/** Whether two handsets may share the device's serial number. */
export const isSerialShared = (wanted: boolean | undefined): Condition => {
  if (wanted === undefined) return undefined
  return wanted ? sql<boolean>`shared_serial_since is not null` : sql<boolean>`shared_serial_since is null`
}

/** The total of `GET /devices` with this filter, in these groups. */
export const countSharedSerials = (tx: TenantTransaction, groups: readonly string[]): Promise<ListTotal> =>
  countDevices(tx, groups, allOf([isSerialShared(true), sql<boolean>`removed_at is null`]))

/** `DELETE /devices/{device_reference}/shared_serial`: somebody has looked, and it is one handset, or is one again. */
export const dismissSharedSerial = async (
  ctx: RequestContext,
  { params: { device_reference } }: CallInput<typeof calls.dismissSharedSerial>,
): Promise<Device> => {
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const device = await lockVisibleDevice(ctx, tx, groups, device_reference, 'devices:deactivate')
    const { shared_serial_since, shared_serial_reason } = device
    if (shared_serial_since === null) throw new ProductError('device.serial_not_shared')
    const dismissed = { shared_serial_since: null, shared_serial_reason: null, shared_serial_dismissed_at: tx.now }
    const changed = await updateDevice(tx, device, dismissed, { changed_by: ctx.actor.reference })
    const details = { device_reference, before: { shared_serial_since, reason: shared_serial_reason } }
    tx.audit('device.shared_serial_dismissed', details, [device.group])
    return changed
  })
}
