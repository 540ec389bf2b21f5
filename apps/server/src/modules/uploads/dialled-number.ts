/** Removes separators from a number and replaces a leading 00, so that different spellings of one number are equal. */
export const dialledNumber = (number: string): string => {
  const dialled = number.replace(/[\s().\-/]/g, '')
  return dialled.startsWith('00') ? `+${dialled.slice(2)}` : dialled
}
