import {
  type CallDeclaration,
  calls,
  type ExportedList,
  exportedTrails,
  type Locale,
  locales,
} from '@holdfast/contract'
import { trailRow, type WholeEntry } from '@holdfast/portal/words'
import { languageOf } from '../portal-words/index.ts'
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
