import { instantOf } from '@holdfast/contract'
import type { FormerHolder } from '../devices/index.ts'
import type { PersonalPeriod } from './personal-number.ts'

/** Who a recording belongs to, and what holds for that person: who held the device when it was made. */
export interface Holder {
  device_user_reference: string | null
  group: string
  /** What they may record: services of the device while they held it, and their own. */
  services: ReadonlySet<string>
  personalPeriods: readonly PersonalPeriod[]
  /** The device was handed over since. */
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
 * @param present who holds the device now
 * @param former who did, by the times in question (`formerHoldersAt`)
 * @param personal numbers of all of them
 */
export const holderAtTime = (
  present: { device_user_reference: string | null; group: string; services: readonly string[] },
  former: ReadonlyMap<string, FormerHolder>,
  personal: readonly PersonalNumber[],
): ((payload_time: string) => Holder) => {
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
  return (payload_time) => before.get(instantOf(payload_time).toISOString()) ?? now
}

const periodsOf = (numbers: readonly PersonalNumber[]): PersonalPeriod[] =>
  numbers
    .filter(({ is_active, deleted_at }) => is_active || deleted_at !== null)
    .map(({ personal_number, created_at, deleted_at }) => ({ personal_number, from: created_at, until: deleted_at }))
