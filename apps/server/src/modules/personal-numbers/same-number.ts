import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** Minimum number of digits of a number that is dialled within one area. */
const minLocalDigits = 7
/** Codes that hide or show the caller's number, and similar: `*31#`, `#31#`, `*67`. */
const serviceCode = /^[*#]\d{2,3}#?/

const comparedDigits = 6

/** Compares only the last digits. Parsing takes 10 µs a number, too long for recordings with hundreds of thousands of numbers. */
export const lastDigitsMatcher = (personal_number: string) => {
  const ending = lastDigitsOf(personal_number)
  return (recorded: string): boolean => digitsOf(recorded).endsWith(ending)
}

/** What numbers that may be the same have in common. */
export const lastDigitsOf = (number: string): string => digitsOf(number).slice(-comparedDigits)
const digitsOf = (number: string): string => number.replace(/\D/g, '')

/**
 * Returns a function that checks whether a number, as a handset recorded it, may be this personal number (`+` and 6
 * to 30 digits). Handsets record what was dialled or shown: without the country code, with a trunk prefix and a
 * carrier's code, without the area code, or after another country's international prefix. A number without a country
 * code is read as one of the personal number's country. In doubt, a recording is personal: it is kept, but nobody can
 * play it (docs/decisions/0001, 'Payload states').
 */
export const personalNumberMatcher = (personal_number: string) => {
  const personal = dialledNumber(personal_number)
  const digits = digitsOf(personal)
  const defaultCallingCode = parsePhoneNumberFromString(personal)?.countryCallingCode
  const asNational = (number: string): string | undefined =>
    defaultCallingCode && parsePhoneNumberFromString(number, { defaultCallingCode, extract: false })?.number
  return (recorded: string): boolean => {
    const number = dialledNumber(recorded.replace(serviceCode, ''))
    if (number.startsWith('+')) return number === personal
    const dialled = digitsOf(number)
    const isEnding = dialled.length >= minLocalDigits && digits.endsWith(dialled)
    const isAfterPrefix = digits.length > minLocalDigits && dialled.endsWith(digits)
    return isEnding || isAfterPrefix || asNational(number) === personal
  }
}

/** Removes separators from a number and replaces a leading 00, so that different spellings of one number are equal. */
const dialledNumber = (number: string): string => {
  const dialled = number.replace(/[\s().\-/]/g, '')
  return dialled.startsWith('00') ? `+${dialled.slice(2)}` : dialled
}
