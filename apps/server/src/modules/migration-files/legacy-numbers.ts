import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { quoted } from './legacy-times.ts'

const power = /^[+-]?\d(?:[.,]\d+)?e\+?\d{1,2}$/i

/** A number, a serial number or an IMEI that a spreadsheet turned into a power of ten. Its digits are lost. */
export const isSpoilt = (text: string): boolean => power.test(text)

export const spoiltProblem = (text: string): string =>
  `${quoted(text)} was turned into a power of ten by a spreadsheet, and its digits are lost; export it again and open it with this column as text`

/** The fault of a phone number, or `null`. Short codes, names of senders and numbers as they are dialled at home are right. */
export const numberProblem = (text: string): string | null => {
  if (isSpoilt(text)) return spoiltProblem(text)
  if (!hasLostPlus(text)) return null
  return `${quoted(text)} has lost its plus, as numbers in spreadsheets do; write it as +${text} in a column that is text`
}

/** Numbers as they are dialled at home have at most 11 digits, or begin with 0. */
const hasLostPlus = (text: string): boolean => {
  if (!/^[1-9]\d{10,14}$/.test(text)) return false
  const number = parsePhoneNumberFromString(`+${text}`)
  return number !== undefined && (text.length > 11 ? number.isPossible() : number.isValid())
}
