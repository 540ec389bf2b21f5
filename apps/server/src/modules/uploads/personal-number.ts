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
