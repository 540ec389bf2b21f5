import type { Locale } from '@holdfast/contract'
import type { Language, MessageId } from '@holdfast/words'
import { messages as english } from '@holdfast/words/en-gb'
import { messages as portuguese } from '@holdfast/words/pt-br'
import { IntlMessageFormat } from 'intl-messageformat'

const catalogues: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'en-GB': english,
  'pt-BR': portuguese,
}

/** The words of the portal in one language, for files that people read. Messages are parsed when they are first used. */
export const languageOf = (locale: Locale): Language => {
  const messages = catalogues[locale]
  const formats = new Map<string, IntlMessageFormat>()
  const numbers = new Intl.NumberFormat(locale)
  const formatOf = (id: string, message: string): IntlMessageFormat => {
    const known = formats.get(id) ?? new IntlMessageFormat(message, locale)
    formats.set(id, known)
    return known
  }
  const findText: Language['findText'] = (id, values) => {
    const message = Object.hasOwn(messages, id) ? messages[id] : undefined
    return message === undefined ? undefined : String(formatOf(id, message).format(values))
  }
  return {
    findText,
    t: (id: MessageId, values) => findText(id, values) ?? id,
    formatNumber: (value) => numbers.format(value),
  }
}
