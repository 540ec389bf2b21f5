import type { Platform } from '../../../core/platform.ts'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { devicesForRecordings, formerHoldersOf } from '../../devices/index.ts'
import { holdsOn } from '../../legal-holds/index.ts'
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

/** Everything that is read from the database before the rows of a batch are decided. */
export interface PayloadFacts {
  now: Date
  known: ReadonlyMap<string, PayloadRow>
  /** Known recordings that a legal hold reaches. */
  held: ReadonlySet<string>
  devices: ReadonlyMap<string, DeviceOfRecording>
  /** By device: its holder and the former ones. */
  holders: ReadonlyMap<string, ReadonlySet<string>>
  /** The device of a person for recordings that name no device. */
  deviceOf: ReadonlyMap<string, string>
  users: ReadonlyMap<string, PlannedUser>
  /** By person: their present personal numbers. Legacy recordings may be older than these, and are covered all the same. */
  personal: ReadonlyMap<string, readonly string[]>
}

export const noFacts: PayloadFacts = {
  now: new Date(0),
  known: new Map(),
  held: new Set(),
  devices: new Map(),
  holders: new Map(),
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
    const held = new Set((await holdsOn(tx, rows)).keys())
    const { devices, deviceOf, holders } = await readDevices(tx, run, payloads)
    const people = new Set(payloads.flatMap(({ device_user_reference }) => device_user_reference ?? []))
    for (const { device_user_reference } of devices.values())
      if (device_user_reference) people.add(device_user_reference)
    for (const { device_user_reference } of rows) if (device_user_reference) people.add(device_user_reference)
    const all = [...people]
    const users = new Map<string, PlannedUser>()
    for (const user of await findUsers(tx, run, all)) users.set(user.device_user_reference, user)
    const personal = await activePersonalNumbersOf(tx, all)
    const known = new Map(rows.map((row) => [row.payload_reference, row]))
    return { now: tx.now, known, held, devices, holders, deviceOf, users, personal }
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
  const former = await formerHoldersOf(tx, [...named])
  // A dry run has planned what a run would store, which notes the holder before as a former one.
  const held = [...run.planned.devices.values(), ...stored, ...former]
  const byDevice = Map.groupBy(held, ({ device_reference }) => device_reference)
  const holders = new Map(
    [...byDevice].map(([device, rows]) => [device, new Set(rows.flatMap((row) => row.device_user_reference ?? []))]),
  )
  return { devices, deviceOf, holders }
}
