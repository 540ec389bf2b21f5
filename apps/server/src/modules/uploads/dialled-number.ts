/** A number without what people and carriers put between its digits, so that two spellings of one number agree. */
export const dialledNumber = (number: string): string => {
  const dialled = number.replace(/[\s().\-/]/g, '')
  return dialled.startsWith('00') ? `+${dialled.slice(2)}` : dialled
}
