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
import { cellText } from '../../platform/csv-text.ts'

const trails: readonly ExportedList[] = [...exportedTrails]

export const isTrail = (call: CallDeclaration): boolean => trails.some((list) => calls[list] === call)

/** The language that a file was asked for in; the first one for files that nobody asked for in any. */
export const toLocale = (text: string | null): Locale => locales.find((locale) => locale === text) ?? locales[0]

/**
 * The first columns of a CSV file of the trail: what the screen says, in the words of the portal. A column for each field of the list follows,
 * so that a program finds what it needs in the same file.
 */
export const trailColumns = (locale: Locale): TrailColumn[] => {
  const language = languageOf(locale)
  return trailRow.map(({ title, cellOf }) => ({
    name: language.t(title),
    cellOf: (item: unknown) => cellText(cellOf(item as WholeEntry, language)),
  }))
}

interface TrailColumn {
  name: string
  cellOf: (item: unknown) => string
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
