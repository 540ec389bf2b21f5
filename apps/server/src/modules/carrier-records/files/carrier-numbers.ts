import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { LRUCache } from 'lru-cache'

/** Numbers repeat in a file. Parsing one takes 10 µs. */
const read = new LRUCache<string, string>({ max: 20_000 })

export const isCountry = (country: string): boolean => isSupportedCountry(country)

/**
 * A carrier's number in its international form, whether it is written with a plus, 00, only the country code, or as it is dialled at home;
 * '' for what is no such number, for example a short code or the name of a sender.
 */
export const internationalNumber = (text: string, country: string): string => {
  const key = `${country} ${text}`
  const known = read.get(key)
  if (known !== undefined) return known
  const number = parsed(text, country as CountryCode)
  read.set(key, number)
  return number
}

/** Digits, and what people write between them. Letters would be read as digits of a keypad. */
const dialled = /^[+]?[\d\s().\-/]+$/

const parsed = (text: string, country: CountryCode): string => {
  if (!dialled.test(text)) return ''
  const given = text.replace(/^00(?=\d)/, '+')
  const asGiven = parsePhoneNumberFromString(given, country)
  if (asGiven?.isPossible() && (given.startsWith('+') || asGiven.isValid())) return asGiven.number
  // 447700900123: the country code without its plus, as billing systems write it.
  const withPlus = given.startsWith('+') ? undefined : parsePhoneNumberFromString(`+${given}`)
  if (withPlus?.isPossible() && withPlus.country === country) return withPlus.number
  if (withPlus?.isValid()) return withPlus.number
  return asGiven?.isPossible() ? asGiven.number : ''
}
