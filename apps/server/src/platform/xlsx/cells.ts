/** `duration`: seconds, shown as hours, minutes and seconds. `moment`, `day`: the numbers of `serials.ts`. */
export type SheetCellKind = 'text' | 'integer' | 'duration' | 'moment' | 'day'

export interface SheetCell {
  kind: SheetCellKind | 'heading'
  value: string | number | null
}

/** Where each kind stands among the `cellXfs` of `styles.xml`. */
const styleOf: Readonly<Record<SheetCell['kind'], number>> = {
  text: 1,
  integer: 2,
  duration: 3,
  heading: 4,
  moment: 5,
  day: 6,
}

const secondsOfDay = 24 * 60 * 60

/** The longest text of a cell, in UTF-16 units: Excel's limit. */
export const maxCellLength = 32_767
const cutMark = ' […]'

/** Characters that XML 1.0 cannot contain, not even escaped. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
/** Programs read `_x0041_` as the character U+0041 (ECMA-376-1, 22.9.2.19). */
const escapedCharacter = /_(?=x[0-9A-Fa-f]{4}_)/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text
    .replace(notInXml, '\uFFFD')
    .replace(escapedCharacter, '_x005F_')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** A text that a cell has room for. One that is cut says so. */
const fitting = (text: string): string =>
  text.length <= maxCellLength ? text : text.slice(0, maxCellLength - cutMark.length).toWellFormed() + cutMark

/** A text for an attribute. */
export const xmlText = (text: string): string => escaped(text.toWellFormed())

/** The letters of a column, from A on. */
export const lettersOf = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter
}

/** A cell; empty cells are left out. Texts are never formulas: they stand in the cell itself, in the format for texts. */
const cellXml = ({ kind, value }: SheetCell, place: string): string => {
  if (value === null || value === '') return ''
  const style = styleOf[kind]
  if (typeof value === 'number') {
    const written = kind === 'duration' ? value / secondsOfDay : value
    return `<c r="${place}" s="${style}"><v>${written}</v></c>`
  }
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(fitting(value.toWellFormed()))}</t></is></c>`
}

/** @param row from 1 on */
export const rowXml = (cells: readonly SheetCell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, `${lettersOf(column)}${row}`)).join('')}</row>`
