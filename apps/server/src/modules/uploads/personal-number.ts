import type { PayloadMeta, PayloadRegistration } from '@holdfast/contract'
import { sameNumberAs } from '../../platform/same-number.ts'

/** A period in which a number was a personal number of the device user; `until` is `null` while it still is. */
export interface PersonalPeriod {
  personal_number: string
  from: string
  until: string | null
}

/** Whether one of the numbers was a personal number of the device user when the recording was made. */
export const isPersonal = (
  numbers: readonly string[],
  payload_time: Date,
  periods: readonly PersonalPeriod[],
): boolean => {
  const time = payload_time.getTime()
  const distinct = [...new Set(numbers)]
  return periods
    .filter(({ from, until }) => Date.parse(from) <= time && (until === null || time < Date.parse(until)))
    .some(({ personal_number }) => distinct.some(sameNumberAs(personal_number)))
}

/**
 * All numbers in a registration, including parties that the handset left out of `numbers`: an omission must not make
 * a private recording playable.
 */
export const allNumbersOf = ({ numbers, meta }: Pick<PayloadRegistration, 'numbers' | 'meta'>): string[] => {
  const { second_parties, message_parties } = meta as PayloadMeta
  const parties = [...(second_parties ?? []), ...(message_parties ?? [])]
  return [...numbers, ...parties.map(({ phone_number }) => phone_number)].filter((number) => number !== null)
}
