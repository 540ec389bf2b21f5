import type { PayloadRegistration } from '@holdfast/contract'
import { dialledNumber } from './dialled-number.ts'
import type { PersonalPeriod } from './registration-facts.ts'

/** Whether one of the numbers was a personal number of the device user when the recording was made. */
export const isPersonal = (
  numbers: readonly string[],
  payload_time: Date,
  periods: readonly PersonalPeriod[],
): boolean => {
  const dialled = new Set(numbers.map(dialledNumber))
  const time = payload_time.getTime()
  return periods.some(
    ({ personal_number, from, until }) =>
      dialled.has(dialledNumber(personal_number)) &&
      Date.parse(from) <= time &&
      (until === null || time < Date.parse(until)),
  )
}

/**
 * Every number that a registration names. A party that a handset left out of `numbers` counts as well: what is private
 * must not be heard because of that.
 */
export const numbersNamed = ({ numbers, meta }: Pick<PayloadRegistration, 'numbers' | 'meta'>): string[] => {
  const parties = [
    ...(('second_parties' in meta && meta.second_parties) || []),
    ...(('message_parties' in meta && meta.message_parties) || []),
  ]
  return [...numbers, ...parties.flatMap(({ phone_number }) => phone_number ?? [])]
}
