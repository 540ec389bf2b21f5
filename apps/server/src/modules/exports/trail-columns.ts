import {
  type CallDeclaration,
  calls,
  type ExportedList,
  exportedTrails,
  type Locale,
  locales,
} from '@holdfast/contract'
import { trailRow, type WholeEntry } from '@holdfast/words'
import { cellText } from '../../platform/csv-text.ts'
import { languageOf } from '../portal-words/index.ts'

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
