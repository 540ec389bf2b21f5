import type { Database } from '../../../platform/database/index.ts'
import { lastDigitsOf, sameNumberAs } from '../../../platform/same-number.ts'
import { type HeldNumber, type Holding, numbersOfDevices } from '../../devices/index.ts'

type KnownNumber = HeldNumber & { device_reference: string }

/** The device that has an own number at a time; `undefined` if none ever had it. */
export type DeviceOfNumber = (own_number: string, at: Date) => string | undefined

const pageRows = 1000

/**
 * Which device had which number when, by what handsets verified. Read once for many records: there are fewer devices than records.
 * @param client whose devices
 */
export const deviceOfNumbers = async (database: Database, client: string): Promise<DeviceOfNumber> => {
  const byEnding = new Map<string, KnownNumber[]>()
  let after = ''
  for (;;) {
    const devices = await database.read(client, (tx) => numbersOfDevices(tx, after, pageRows))
    for (const { device_reference, phone_numbers } of devices) {
      for (const number of phone_numbers) {
        const ending = lastDigitsOf(number.phone_number)
        byEnding.set(ending, [...(byEnding.get(ending) ?? []), { ...number, device_reference }])
      }
    }
    const last = devices.at(-1)
    if (!last || devices.length < pageRows) break
    after = last.device_reference
  }
  const holders = new Map<string, readonly KnownNumber[]>()
  return (own_number, at) => {
    const known = holders.get(own_number) ?? holdersOf(byEnding, own_number)
    holders.set(own_number, known)
    return bestAt(known, at)?.device_reference
  }
}

const holdersOf = (byEnding: ReadonlyMap<string, KnownNumber[]>, own_number: string): KnownNumber[] => {
  const isNumber = sameNumberAs(own_number)
  return (byEnding.get(lastDigitsOf(own_number)) ?? []).filter(({ phone_number }) => isNumber(phone_number))
}

/**
 * Of devices that had the same number: the one that verified it from before until after the time, the latest to begin; otherwise the last that
 * verified it before; otherwise the first that ever did. A device does not have a number any more once its holder has changed.
 */
const bestAt = (numbers: readonly KnownNumber[], at: Date): KnownNumber | undefined => {
  const time = at.toISOString()
  const known = numbers.filter(({ held_until }) => held_until === undefined || time < held_until)
  const began = known.filter(({ first_verified }) => first_verified <= time)
  const during = began.filter(({ last_verified }) => last_verified >= time)
  if (during.length > 0) return latest(during, ({ first_verified }) => first_verified)
  if (began.length > 0) return latest(began, ({ last_verified }) => last_verified)
  return known.toSorted((one, other) => compare(one.first_verified, other.first_verified))[0]
}

const latest = (known: readonly KnownNumber[], timeOf: (number: KnownNumber) => string): KnownNumber | undefined =>
  known.toSorted(
    (one, other) => compare(timeOf(other), timeOf(one)) || compare(one.device_reference, other.device_reference),
  )[0]

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Who had a device at a time. @param holdings the earliest first (`holdingsOfDevice`) */
export const holderAt = (holdings: readonly Holding[], at: string): Holding | undefined =>
  holdings.find(({ until }) => until === null || until > at)

/** The numbers that a device had at a time, as it reported them; before it reported any, its first ones. */
export const numbersAt = (phone_numbers: readonly HeldNumber[], at: string): string[] => {
  const had = phone_numbers.filter(
    ({ first_verified, last_verified, slot_index, held_until }) =>
      first_verified <= at &&
      (held_until === undefined || at < held_until) &&
      (slot_index !== null || last_verified >= at),
  )
  const first = phone_numbers.map(({ first_verified }) => first_verified).sort()[0]
  const numbers =
    had.length > 0 ? had : phone_numbers.filter(({ first_verified }) => at < first_verified && first_verified === first)
  return numbers.map(({ phone_number }) => phone_number)
}
