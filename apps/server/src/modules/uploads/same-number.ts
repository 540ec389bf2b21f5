import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { dialledNumber } from './dialled-number.ts'

/** Fewest digits that a number dialled within one area has. */
const leastLocalDigits = 7
/** Hides or shows the caller, or the like: `*31#`, `#31#`, `*67`. */
const serviceCode = /^[*#]\d{2,3}#?/

/** Reading a number takes 10 µs: of hundreds of thousands in one recording, those that end alike are taken for the same. */
export const doubtfulMatcher = (personal_number: string) => {
  const ending = digitsOf(personal_number).slice(-doubtfulDigits)
  return (recorded: string): boolean => digitsOf(recorded).endsWith(ending)
}
const doubtfulDigits = 6

const digitsOf = (number: string): string => number.replace(/\D/g, '')

/**
 * Tells whether a number, as a handset recorded it, may be this personal number (`+` and 6 to 30 digits). Handsets record
 * what was dialled or shown: without the country, with its trunk prefix and a carrier's code, without the area, or after
 * another country's international prefix. What has no country is read as a number of the personal number's own. In doubt a
 * recording is personal: it is kept, but nobody hears it (docs/decisions/0001, 'Payload states').
 */
export const matcherOfPersonal = (personal_number: string) => {
  const personal = dialledNumber(personal_number)
  const digits = digitsOf(personal)
  const defaultCallingCode = parsePhoneNumberFromString(personal)?.countryCallingCode
  const asNational = (number: string): string | undefined =>
    defaultCallingCode && parsePhoneNumberFromString(number, { defaultCallingCode, extract: false })?.number
  return (recorded: string): boolean => {
    const number = dialledNumber(recorded.replace(serviceCode, ''))
    if (number.startsWith('+')) return number === personal
    const dialled = digitsOf(number)
    const isEnding = dialled.length >= leastLocalDigits && digits.endsWith(dialled)
    const isAfterPrefix = digits.length > leastLocalDigits && dialled.endsWith(digits)
    return isEnding || isAfterPrefix || asNational(number) === personal
  }
}
