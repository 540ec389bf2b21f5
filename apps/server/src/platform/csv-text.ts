import { harmlessCell } from '@holdfast/contract'

/** What a cell of a CSV file can hold. Nothing and `null` are empty cells. */
export type Cell = string | number | boolean | null | undefined

/** Most cells have none of this, and are written as they are. */
const needsCare = /^'*[=+\-@＝＋－＠]|[",;\t\r\n]/
const needsQuotes = /[",\r\n]/

/** The text of a cell, in quotes where it needs them. A text that spreadsheets could take for a formula begins with an apostrophe. */
export const cellText = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  if (!needsCare.test(cell)) return cell
  const harmless = harmlessCell(cell)
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A row of a CSV file (RFC 4180). */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** Spreadsheets need it to read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'
