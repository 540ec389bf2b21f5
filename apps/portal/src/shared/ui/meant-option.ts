const isSameWord = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0

/** The option that is the same text, whatever its case. */
export const sameOption = (options: readonly string[], text: string): string | undefined => {
  const typed = text.trim()
  return options.find((option) => option === typed) ?? options.find((option) => isSameWord(option, typed))
}

/** The option that a text names: the same one, whatever its case, or the only one that contains the text. */
export const meantOption = (options: readonly string[], text: string): string | undefined => {
  const typed = text.trim().toLowerCase()
  if (typed === '') return undefined
  const [containing, ...others] = options.filter((option) => option.toLowerCase().includes(typed))
  return sameOption(options, text) ?? (others.length === 0 ? containing : undefined)
}
