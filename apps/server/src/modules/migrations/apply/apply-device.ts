import { recordProductActivity } from '../../../core/activities/index.ts'
import type { DeviceRow, TenantTransaction } from '../../../platform/database/index.ts'
import { lockLegacyDevice, saveLegacyDevice } from '../../devices/index.ts'
import type { LegacyDevice } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
import { findUser } from './apply-user.ts'
import { decideDevice, type StoredDevice } from './decide-device.ts'
import { laterEnd } from './decide-user.ts'
import { type Applied, failed, type PlannedDevice, type PlannedUser, type Run } from './run.ts'

/** Adds or changes a device, which stays legacy until it authenticates here. Imports are never refused for want of licences. */
export const applyDevice = async (tx: TenantTransaction, run: Run, row: LegacyDevice): Promise<Applied> => {
  const { device_reference } = row
  if (run.readDevices.has(device_reference)) {
    return { code: 'DuplicateDeviceReference', message: say('device_twice') }
  }
  run.readDevices.add(device_reference)
  const stored = run.planned.devices.get(device_reference) ?? (await lockLegacyDevice(tx, device_reference))
  const { isWritten, ...ended } = decideDevice(row, stored && storedOf(stored), run.settings)
  if (!isWritten) return ended
  const holder = row.device_user_reference === null ? undefined : await findUser(tx, run, row.device_user_reference)
  if (!holder) return failed(say('no_device_user'))
  if (run.isDryRun) run.planned.devices.set(device_reference, plannedOf(row, stored, holder))
  else await save(tx, run, { row, stored: stored as DeviceRow | undefined, holder })
  return ended
}

const storedOf = (device: PlannedDevice): StoredDevice => ({
  ...device,
  model: (device.device_info as { model?: string | null }).model ?? null,
})

const fieldsOf = (row: LegacyDevice, stored: Pick<StoredDevice, 'activated_at' | 'deactivation_date'> | undefined) => ({
  imeis: row.imeis,
  model: row.model,
  legacy_phone_number: row.legacy_phone_number,
  is_deactivated: row.is_deactivated,
  activated_at: row.activated_at ?? stored?.activated_at ?? null,
  deactivation_date: row.is_deactivated ? laterEnd(row.deactivation_date, stored?.deactivation_date ?? null) : null,
})

const plannedOf = (
  row: LegacyDevice,
  stored: PlannedDevice | undefined,
  { device_user_reference, group }: PlannedUser,
): PlannedDevice => {
  const { model, ...fields } = fieldsOf(row, stored)
  const { device_reference } = row
  const held = { device_reference, device_user_reference, group }
  return { ...fields, ...held, device_info: { model }, is_legacy: true, removed_at: null }
}

interface Saving {
  row: LegacyDevice
  stored: DeviceRow | undefined
  holder: PlannedUser
}

const save = async (tx: TenantTransaction, run: Run, { row, stored, holder }: Saving): Promise<void> => {
  const { device_reference } = row
  await saveLegacyDevice(tx, stored, { device_reference, holder }, fieldsOf(row, stored), run.by)
  await recordProductActivity(tx, {
    call: 'JOB run_migration',
    event: 'device.added',
    details: { device_reference, migration_id: run.migration_id, is_legacy: true },
    group: holder.group,
  })
}
