import { foldedText } from '@holdfast/contract'

/** With spaces in the place of everything but letters and digits, as `app.words_of`. */
const plainWords = (text: string): string =>
  foldedText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Names have fewer words, and each word that somebody types is compared with every name. */
const maxWords = 10

/** The different words that somebody typed with spaces between them, at most ten. */
export const wordsOf = (text: string): string[] => {
  const words = new Set(text.split(/\s+/).map(plainWords))
  words.delete('')
  return [...words].slice(0, maxWords)
}

/**
 * A test for names, with the same rule as `matchesText` in the database: the name contains the text, or for each word of the text it has a
 * word that begins with it. A text of invisible characters only names nothing.
 */
export const isNamedBy = (text: string): ((name: string) => boolean) => {
  const letters = foldedText(text)
  const beginnings = wordsOf(text)
  const hasWords = (name: string): boolean => {
    const words = ` ${plainWords(name)}`
    return beginnings.every((beginning) => words.includes(` ${beginning}`))
  }
  return (name) => (letters !== '' && foldedText(name).includes(letters)) || (beginnings.length > 1 && hasWords(name))
}
