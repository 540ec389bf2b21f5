import { dialledNumber, isDialledNumber } from '@holdfast/contract'

/** Fewer digits are more likely a word of a message. */
const fewestDigits = 3

/** Whether the text is nothing but a phone number, or a part of one. */
export const isPhoneNumber = (text: string): boolean => isDialledNumber(text) && digitsOf(text) >= fewestDigits

/** Fewer digits may be a year, or an amount. */
const fewestOfWholeNumber = 6

/** Whether such a text is more likely the number of somebody than a word of a message. */
export const isLikelyWhole = (text: string): boolean => digitsOf(text) >= fewestOfWholeNumber

const digitsOf = (text: string): number => dialledNumber(text).replace('+', '').length

/** What of a search can be the name of somebody: it leaves out the words that must not occur. */
export const namesInSearch = (text: string): string =>
  text
    .replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
