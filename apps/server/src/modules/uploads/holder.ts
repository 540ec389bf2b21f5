import type { Timestamp } from '@holdfast/contract'
import type { FormerHolder } from '../devices/index.ts'
import type { PersonalPeriod } from './personal-number.ts'

/** The device user who held the device when a recording was made. The recording belongs to them. */
export interface Holder {
  device_user_reference: string | null
  group: string
  /** The services that may be recorded: those of the device at the time, and the holder's own. */
  services: ReadonlySet<string>
  personalPeriods: readonly PersonalPeriod[]
  /** Whether the device has got another holder since. */
  isFormer: boolean
}

interface PersonalNumber {
  device_user_reference: string
  personal_number: string
  is_active: boolean
  created_at: string
  deleted_at: string | null
}

/**
 * @param present the present holder of the device
 * @param former the former holders, by the times in question (`formerHoldersAt`)
 * @param personal the personal numbers of all of them
 */
export const holderAtTime = (
  present: { device_user_reference: string | null; group: string; services: readonly string[] },
  former: ReadonlyMap<Timestamp, FormerHolder>,
  personal: readonly PersonalNumber[],
): ((payload_time: Timestamp) => Holder) => {
  const holderOf = ({ device_user_reference, group, services }: typeof present, isFormer: boolean): Holder => ({
    device_user_reference,
    group,
    services: new Set(services),
    personalPeriods: periodsOf(personal.filter((number) => number.device_user_reference === device_user_reference)),
    isFormer,
  })
  const now = holderOf(present, false)
  if (former.size === 0) return () => now
  const before = new Map([...former].map(([time, holder]) => [time, holderOf(holder, true)]))
  return (payload_time) => before.get(payload_time) ?? now
}

const periodsOf = (numbers: readonly PersonalNumber[]): PersonalPeriod[] =>
  numbers
    .filter(({ is_active, deleted_at }) => is_active || deleted_at !== null)
    .map(({ personal_number, created_at, deleted_at }) => ({ personal_number, from: created_at, until: deleted_at }))
