/** Fewer digits are more likely a word of a message. */
const fewestDigits = 3

/** Whether the text is nothing but a phone number, or a part of one. */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d\s().-]+$/.test(text) && !text.startsWith('-') && text.replace(/\D/g, '').length >= fewestDigits

/** What of a search can be the name of somebody: it leaves out the words that must not occur. */
export const namesInSearch = (text: string): string =>
  text
    .replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
