import {
  type CallDeclaration,
  calls,
  type ExportedList,
  exportedTrails,
  type Locale,
  locales,
} from '@holdfast/contract'
import { english, type Language, type MessageId, portuguese, trailRow, type WholeEntry } from '@holdfast/portal/words'
import { IntlMessageFormat } from 'intl-messageformat'
import { type CsvColumn, flatColumns } from './csv-columns.ts'

const trails: readonly ExportedList[] = [...exportedTrails]

export const isTrail = (call: CallDeclaration): boolean => trails.some((list) => calls[list] === call)

/** The language that a file was asked for in; the first one for files that nobody asked for in any. */
export const toLocale = (text: string | null): Locale => locales.find((locale) => locale === text) ?? locales[0]

/**
 * The columns of a CSV file of the trail: first what the screen says, in the words of the portal, then a column for each field of the list, so
 * that a program finds what it needs in the same file.
 */
export const trailColumns = (call: CallDeclaration, schema: object, locale: Locale): CsvColumn[] => {
  const language = languageOf(locale)
  return [
    ...trailRow.map(({ title, cellOf }) => ({
      name: language.t(title),
      cellOf: (item: unknown) => cellOf(item as WholeEntry, language),
    })),
    ...flatColumns(call, schema),
  ]
}

const catalogues: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'en-GB': english,
  'pt-BR': portuguese,
}

/** Messages are parsed when they are first used. */
const languageOf = (locale: Locale): Language => {
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
