import type { DeviceChangeField } from '@holdfast/contract'
import type { DeviceRow, TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'

/** Who changed a device, and why, where they said so. */
export interface ChangeOfDevice {
  changed_by: string
  reason?: string
}

interface Change {
  field: DeviceChangeField
  slot_index: number | null
  before: string[]
  after: string[]
}

/** What the history of a device tells of it, but for its numbers. */
const told: readonly [DeviceChangeField, (device: DeviceRow) => readonly (string | null | undefined)[]][] = [
  ['device_user_reference', ({ device_user_reference }) => [device_user_reference]],
  ['group', ({ group }) => [group]],
  ['services', ({ services }) => [...services].sort()],
  ['email', ({ email }) => [email]],
  ['first_name', ({ first_name }) => [first_name]],
  ['surname', ({ surname }) => [surname]],
  ['imeis', ({ imeis }) => [...imeis].sort()],
  ['model', (device) => [reported(device, 'model')]],
  ['os_version', (device) => [reported(device, 'os_version')]],
  ['app_version', (device) => [reported(device, 'app_version')]],
  ['installation_id', ({ installation_id }) => [installation_id]],
  ['is_blocked', ({ is_blocked }) => [String(is_blocked)]],
  ['is_deactivated', ({ is_deactivated }) => [String(is_deactivated)]],
  ['is_legacy', ({ is_legacy }) => [String(is_legacy)]],
]

const reported = ({ device_info }: DeviceRow, field: 'model' | 'os_version' | 'app_version') =>
  (device_info as Partial<Record<string, string | null>>)[field]

/** Flags that were never set are no news of a device that was added. */
const unset = ['false']

/**
 * Records what changed of a device, in the transaction of the change. Everything that changes a device calls this.
 * @param before the device as it was; `null` if it was added, for the first time or again
 */
export const recordDeviceChanges = async (
  tx: TenantTransaction,
  before: DeviceRow | null,
  after: DeviceRow,
  { changed_by, reason }: ChangeOfDevice,
): Promise<void> => {
  const changes = [...presenceOf(before, after), ...changedFields(before, after), ...changedNumbers(before, after)]
  if (changes.length === 0) return
  await tx.db
    .insertInto('device_changes')
    .values(
      changes.map((change) => ({
        ...change,
        client: tx.client,
        device_reference: after.device_reference,
        change_id: newId(tx.now),
        changed_at: tx.now,
        changed_by,
        group: after.group,
        group_before: before?.group ?? null,
        reason: reason ?? null,
      })),
    )
    .execute()
}

/** Whether it was added or removed. */
const presenceOf = (before: DeviceRow | null, { device_reference, removed_at }: DeviceRow): Change[] => {
  const change = { field: 'device_reference', slot_index: null } as const
  if (before === null) return [{ ...change, before: [], after: [device_reference] }]
  const isRemoved = before.removed_at === null && removed_at !== null
  return isRemoved ? [{ ...change, before: [device_reference], after: [] }] : []
}

const changedFields = (before: DeviceRow | null, after: DeviceRow): Change[] =>
  told.flatMap(([field, valuesOf]) => {
    const [from, to] = [known(before === null ? [] : valuesOf(before)), known(valuesOf(after))]
    if (isSame(from, to) || (before === null && isSame(to, unset))) return []
    return [{ field, slot_index: null, before: from, after: to }]
  })

const known = (values: readonly (string | null | undefined)[]): string[] =>
  values.filter((value) => value !== null && value !== undefined)

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** A number in a slot is a change of the slot; one without a slot is new to the device, or is left out. */
const changedNumbers = (before: DeviceRow | null, after: DeviceRow): Change[] => {
  const earlier = before?.phone_numbers ?? []
  const slots = new Set([...earlier, ...after.phone_numbers].flatMap(({ slot_index }) => slot_index ?? []))
  const bySlot = [...slots].sort((a, b) => a - b).flatMap((slot_index) => changeOfSlot(slot_index, earlier, after))
  const seen = new Set(earlier.map(({ phone_number }) => phone_number))
  const withoutSlot = after.phone_numbers.flatMap(({ phone_number, slot_index }): Change[] =>
    slot_index === null && phone_number !== null && !seen.has(phone_number)
      ? [{ field: 'phone_number', slot_index: null, before: [], after: [phone_number] }]
      : [],
  )
  return [...bySlot, ...withoutSlot]
}

type KnownNumbers = DeviceRow['phone_numbers']

const changeOfSlot = (slot_index: number, earlier: KnownNumbers, { phone_numbers }: DeviceRow): Change[] => {
  const [from, to] = [numbersIn(earlier, slot_index), numbersIn(phone_numbers, slot_index)]
  return isSame(from, to) ? [] : [{ field: 'phone_number', slot_index, before: from, after: to }]
}

const numbersIn = (numbers: KnownNumbers, slot: number): string[] =>
  known(numbers.flatMap(({ phone_number, slot_index }) => (slot_index === slot ? phone_number : []))).sort()
