const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a name contains the typed text, or has a word that begins with each typed word, whatever its case and accents are. */
export const isNamed = (name: string, typed: string): boolean => {
  const text = folded(typed.trim())
  const words = folded(name).split(/[^\p{L}\p{N}]+/u)
  return (
    folded(name).includes(text) ||
    text.split(/\s+/).every((beginning) => words.some((word) => word.startsWith(beginning)))
  )
}
