import type { Translate } from '../message.ts'

const appPrefix = 'app/'

/** The author of a record: the product and client apps in words, people by name, and by reference where nobody knows the name. */
export const authorInWords = (
  author: string,
  t: Translate,
  nameOf: (reference: string) => string | undefined,
): string => {
  if (author === 'system') return t('audit.system')
  if (author.startsWith(appPrefix)) return t('audit.app', { name: author.slice(appPrefix.length) })
  return nameOf(author) || author
}
