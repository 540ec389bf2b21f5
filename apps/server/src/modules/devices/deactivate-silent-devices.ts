import { sql } from 'kysely'
import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'
import { aboutDevice, raiseAlert } from '../alerts/index.ts'
import { accountDeviceConfiguration } from './account-device-configuration.ts'
import { recordDeviceChanges } from './device-changes.ts'

const definition = { name: 'deactivate_silent_devices', payload: Type.Object({}), maxAttempts: 5 } as const

const maxAtOnce = 100
/** More devices that fall silent in one run probably have one cause, and are one alert. */
const maxOneByOne = 20
const dayMs = 24 * 60 * 60 * 1000

/** Once an hour: devices that were silent for longer than their account allows are deactivated, until they authenticate again. */
export const deactivateSilentDevices: Job<Record<string, unknown>> = {
  definition,
  schedule: '23 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      for (let after: string | null = ''; after !== null; ) {
        signal.throwIfAborted()
        const last: string = after
        after = await platform.database.transaction(client, (tx) => deactivateAfter(tx, last))
      }
    }
  },
}

/** @returns the last device of a full batch, after which there may be more; else `null` */
const deactivateAfter = async (tx: TenantTransaction, last: string): Promise<string | null> => {
  const { deactivate_after_days } = await accountDeviceConfiguration(tx)
  const silent = await lockSilentDevices(tx, last, new Date(tx.now.getTime() - deactivate_after_days * dayMs))
  if (silent.length === 0) return null
  const device_references = silent.map(({ device_reference }) => device_reference)
  const deactivated = await tx.db
    .updateTable('devices')
    .set({ is_deactivated: true, deactivation_date: tx.now, updated_at: tx.now, updated_by: 'system' })
    .where('client', '=', tx.client)
    .where('device_reference', 'in', device_references)
    .returningAll()
    .execute()
  const before = new Map(silent.map((device) => [device.device_reference, device]))
  const reason = `silent for ${deactivate_after_days} days`
  for (const device of deactivated) {
    const { device_reference: reference, group } = device
    await recordDeviceChanges(tx, before.get(reference) ?? null, device, { changed_by: 'system', reason })
    await tx.notify({ kind: 'device', reference, state: null, payload_type: null, group })
  }
  await raiseSilence(tx, deactivated)
  const details = { rows: deactivated.length, device_references, reason }
  await recordProductActivity(tx, { call: `JOB ${definition.name}`, event: 'device.deactivated', details })
  return silent.length < maxAtOnce ? null : (device_references.at(-1) ?? null)
}

const raiseSilence = async (tx: TenantTransaction, devices: readonly DeviceRow[]): Promise<void> => {
  const related = devices.map(({ device_reference }) => aboutDevice(device_reference))
  if (devices.length > maxOneByOne) {
    const values = { count: String(devices.length) }
    await raiseAlert(tx, { condition: 'devices_silent', of: tx.now.toISOString().slice(0, 13), values, related })
    return
  }
  for (const { device_reference: device, group } of devices) {
    const about = { values: { device }, group, related: [aboutDevice(device)] }
    await raiseAlert(tx, { condition: 'device_silent', of: device, ...about })
  }
}

/** Blocked devices are silent because they are kept out. A device that authenticates at this moment is skipped. */
const lockSilentDevices = (tx: TenantTransaction, last: string, silentSince: Date): Promise<DeviceRow[]> =>
  tx.db
    .selectFrom('devices')
    .selectAll()
    .where('client', '=', tx.client)
    .where('device_reference', '>', last)
    .where('is_deactivated', '=', false)
    .where('is_blocked', '=', false)
    .where('activated_at', 'is not', null)
    // Legacy devices have not called here yet.
    .where('is_legacy', '=', false)
    .where(sql<boolean>`coalesce(last_seen, activated_at) < ${silentSince}`)
    .orderBy('device_reference')
    .limit(maxAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
