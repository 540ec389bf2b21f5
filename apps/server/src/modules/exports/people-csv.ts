import { harmlessCell, type Locale } from '@holdfast/contract'

/** Spreadsheets of each language expect this between cells: a comma is the decimal sign in Portuguese. */
const separators: Readonly<Record<Locale, string>> = { 'en-GB': ',', 'pt-BR': ';' }

/** Digits that a spreadsheet would read as a number and show as another text: 0800, 447700900123 and 12E5. */
const changesAsNumber = /^(?:0\d+|\d{12,}|\d+[eE]\d+)$/

const needsQuotes = /[",;\r\n]/

/** Text that a spreadsheet that ends cells with commas would take for a formula (`harmlessCell` does the same for semicolons). */
const formulaAfterComma = /(?<=,)(?='*[=+\-@＝＋－＠])/g

const cellText = (cell: string | number | null, separator: string): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const escaped = changesAsNumber.test(cell) ? `'${cell}` : harmlessCell(cell)
  const harmless = separator === ',' ? escaped : escaped.replace(formulaAfterComma, "'")
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Writes rows of a CSV file for people of a language. */
export const csvRowFor =
  (locale: Locale) =>
  (cells: readonly (string | number | null)[]): string => {
    const separator = separators[locale]
    return `${cells.map((cell) => cellText(cell, separator)).join(separator)}\r\n`
  }
