import type { Platform } from '../../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { devicesForRecordings } from '../../devices/index.ts'
import type { LegacyPayload } from '../../migration-files/index.ts'
import { payloadsByReferenceStatement } from '../../payloads/index.ts'
import { activePersonalNumbersOf } from '../../personal-numbers/index.ts'
import { findUsers } from '../apply/apply-user.ts'
import type { PlannedUser, Run } from '../apply/run.ts'

export interface DeviceOfRecording {
  device_reference: string
  device_user_reference: string | null
  legacy_phone_number: string | null
}

/** Facts about the recordings of a batch. */
export interface PayloadFacts {
  known: ReadonlyMap<string, PayloadRow>
  devices: ReadonlyMap<string, DeviceOfRecording>
  /** The device of a person for recordings that name no device. */
  deviceOf: ReadonlyMap<string, string>
  users: ReadonlyMap<string, PlannedUser>
  /** By person: their present personal numbers. Legacy recordings may be older than these, and are covered all the same. */
  personal: ReadonlyMap<string, readonly string[]>
}

export const noFacts: PayloadFacts = {
  known: new Map(),
  devices: new Map(),
  deviceOf: new Map(),
  users: new Map(),
  personal: new Map(),
}

export const readFacts = (
  { database }: Pick<Platform, 'database'>,
  run: Run,
  payloads: readonly (LegacyPayload & { payload_reference: string })[],
): Promise<PayloadFacts> =>
  database.read(run.client, async (tx) => {
    const references = payloads.map(({ payload_reference }) => payload_reference)
    const [rows] = await tx.executeAll([payloadsByReferenceStatement({ client: run.client, references })])
    const { devices, deviceOf } = await readDevices(tx, run, payloads)
    const people = new Set(payloads.flatMap(({ device_user_reference }) => device_user_reference ?? []))
    for (const { device_user_reference } of devices.values())
      if (device_user_reference) people.add(device_user_reference)
    const all = [...people]
    const users = new Map<string, PlannedUser>()
    for (const user of await findUsers(tx, run, all)) users.set(user.device_user_reference, user)
    const personal = await activePersonalNumbersOf(tx, all)
    return { known: new Map(rows.map((row) => [row.payload_reference, row])), devices, deviceOf, users, personal }
  })

const readDevices = async (tx: TenantTransaction, run: Run, payloads: readonly LegacyPayload[]) => {
  const devices = new Map<string, DeviceOfRecording>()
  const deviceOf = new Map<string, string>()
  const named = new Set(payloads.flatMap(({ device_reference }) => device_reference ?? []))
  const people = new Set(payloads.flatMap((row) => (row.device_reference ? [] : (row.device_user_reference ?? []))))
  const stored = await devicesForRecordings(tx, [...named], [...people])
  for (const device of [...run.planned.devices.values(), ...stored]) {
    const { device_reference, device_user_reference, legacy_phone_number } = device
    if (!devices.has(device_reference)) {
      devices.set(device_reference, { device_reference, device_user_reference, legacy_phone_number })
    }
    if (device_user_reference && !deviceOf.has(device_user_reference))
      deviceOf.set(device_user_reference, device_reference)
  }
  return { devices, deviceOf }
}
