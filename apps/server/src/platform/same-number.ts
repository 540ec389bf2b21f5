import { dialledNumber, dialledNumbers } from '@holdfast/contract'
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Fewest digits of a number that is dialled within one area. */
const minLocalDigits = 6
/** Fewest digits of a number without its country code that can be recognised among other digits. */
const minNationalDigits = 7
/** The digits that all spellings of one number have in common. */
const endingDigits = 6

const digitsOf = (number: string): string => number.replace(/\D/g, '')
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '')

/** A number in its parts. */
interface Read {
  digits: string
  /** `null` for a number without a country code, and for one of no known country. */
  callingCode: string | null
  /** Without country code and trunk zero: one, or two spellings of which networks use both. */
  national: readonly string[]
  isValid: boolean
}

const read = (dialled: string): Read => {
  const number = withPlus(dialled)
  const digits = digitsOf(number)
  const parsed = number.startsWith('+') ? parse(number) : undefined
  if (!parsed) return { digits, callingCode: null, national: [withoutZeros(digits)], isValid: false }
  return { digits, callingCode: parsed.countryCallingCode, national: nationalOf(parsed), isValid: parsed.isValid() }
}

/** 00 is the international prefix of most countries. */
const withPlus = (dialled: string): string => dialled.replace(/^00(?=[1-9])/, '+')

const parse = (number: string, defaultCallingCode?: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(number, { extract: false, ...(defaultCallingCode && { defaultCallingCode }) })

/** Brazilian mobile numbers got a 9 after their area code, and some networks still report them without it. */
const nationalOf = ({ countryCallingCode, nationalNumber }: PhoneNumber): string[] => {
  const national = withoutZeros(nationalNumber)
  const former = countryCallingCode === '55' ? national.replace(/^([1-9]\d)9([6-9]\d{7})$/, '$1$2') : national
  return former === national ? [national] : [national, former]
}

/** The last digits of the longest number in a text: what most spellings of one number have in common. */
export const lastDigitsOf = (text: string): string => digitsOf(dialledNumber(text)).slice(-endingDigits)

/**
 * Returns a function that tells whether a text, as a handset recorded it or a person typed it, may be this number. Handsets record what was
 * dialled or shown: without the country code, with a trunk prefix, a carrier's code or a code that hides the caller, without the area code,
 * after another country's international prefix, or as a SIP address. In doubt it is the same number: a recording with a personal number
 * is kept, but nobody can play it (docs/decisions/0075). Only a valid international number with other digits is certainly another one.
 * Numbers of fewer than six digits, and names of senders, are compared as they are.
 */
export const sameNumberAs = (number: string): ((text: string) => boolean) => {
  const wanted = read(dialledNumber(number))
  if (wanted.digits.length < minLocalDigits) return (text) => text === number
  const ending = (wanted.national[0] ?? '').slice(-endingDigits)
  return (text) => {
    // Parsing takes 10 µs a number, too long for recordings with hundreds of thousands of numbers.
    if (!/%|[^\0-\x7f]/.test(text) && !digitsOf(text).includes(ending)) return false
    return dialledNumbers(text).some((dialled) => isSame(wanted, dialled))
  }
}

const isSame = (wanted: Read, dialled: string): boolean => {
  const other = read(dialled)
  if (other.digits === wanted.digits) return true
  if (other.callingCode !== null && other.isValid && wanted.callingCode !== null) {
    return other.callingCode === wanted.callingCode && endAlike(other, wanted)
  }
  const isLocal = !withPlus(dialled).startsWith('+') && isEndingOf(other.digits, wanted.digits, minLocalDigits)
  return isLocal || isEndingOf(wanted.digits, other.digits, minLocalDigits) || hasNational(wanted, other)
}

const isEndingOf = (ending: string, digits: string, fewest: number): boolean =>
  ending.length >= fewest && digits.endsWith(ending)

/** Whether two numbers of one country differ only in digits in front, which some networks add or leave out. */
const endAlike = (one: Read, other: Read): boolean =>
  one.national.some((a) =>
    other.national.some((b) => a === b || isEndingOf(a, b, minNationalDigits) || isEndingOf(b, a, minNationalDigits)),
  )

/** Whether one is the other without its country code, with prefixes in front, or digits that were dialled during the call behind it. */
const hasNational = (wanted: Read, other: Read): boolean => {
  const [number, among] = wanted.callingCode === null ? [other, wanted] : [wanted, other]
  const isAmong = (national: string) =>
    national === withoutZeros(among.digits) || (national.length >= minNationalDigits && among.digits.includes(national))
  if (number.national.some(isAmong)) return true
  const parsed = number.callingCode === null ? undefined : parse(among.digits, number.callingCode)
  return parsed !== undefined && nationalOf(parsed).some((national) => number.national.includes(national))
}
