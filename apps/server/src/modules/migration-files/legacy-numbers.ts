import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { shortened } from './legacy-times.ts'
import { say } from './sentences.ts'

const power = /^[+-]?\d(?:[.,]\d+)?e\+?\d{1,2}$/i

/** A number, a serial number or an IMEI that a spreadsheet turned into a power of ten. Its digits are lost. */
export const isSpoilt = (text: string): boolean => power.test(text)

export const spoiltProblem = (text: string): string => say('spoilt', { text: shortened(text) })

/** The fault of a phone number, or `null`. Short codes, names of senders and numbers as they are dialled at home are right. */
export const numberProblem = (text: string): string | null => {
  if (isSpoilt(text)) return spoiltProblem(text)
  if (!hasLostPlus(text)) return null
  return say('lost_plus', { text: shortened(text), number: `+${text}` })
}

/** Numbers as they are dialled at home have at most 11 digits, or begin with 0. */
const hasLostPlus = (text: string): boolean => {
  if (!/^[1-9]\d{10,14}$/.test(text)) return false
  const number = parsePhoneNumberFromString(`+${text}`)
  return number !== undefined && (text.length > 11 ? number.isPossible() : number.isValid())
}
