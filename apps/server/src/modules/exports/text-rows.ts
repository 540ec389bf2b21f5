import type { CsvField } from './csv-columns.ts'
import { isScalar, isText, type Schema, withoutNull } from './item-schema.ts'

/** A row of texts (`TextRow` of the database) by its fields. */
export type Texts = Readonly<Record<string, string | null>>

type WriteText = (text: string) => string

const asItIs: WriteText = (text) => text

/**
 * Writes rows of texts as JSON lines. Nothing is parsed: numbers, booleans and JSON stay as they are, so that JSON has the spaces and the
 * order of PostgreSQL.
 */
export const jsonLineOfTexts = ({ properties = {} }: Schema): ((row: Texts) => string) => {
  const fields = Object.entries(properties).map(([field, schema], index) => ({
    field,
    before: `${index === 0 ? '{' : ','}${JSON.stringify(field)}:`,
    write: isText(withoutNull(schema)) ? quoted : asItIs,
  }))
  return (row) => {
    let line = ''
    for (const { field, before, write } of fields) {
      const text = row[field] ?? null
      line += before
      line += text === null ? 'null' : write(text)
    }
    return `${line}}\n`
  }
}

/** Most texts have none of these characters. PostgreSQL stores no lone surrogates, which would need to be escaped as well. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const isEscaped = /["\\\u0000-\u001f]/

const quoted: WriteText = (text) => (isEscaped.test(text) ? JSON.stringify(text) : `"${text}"`)

/** Writes rows of texts as rows of a CSV file, and parses only JSON. */
export const csvRowOfTexts = (
  { properties = {} }: Schema,
  csvFields: readonly CsvField[],
): ((row: Texts) => string) => {
  const fields = csvFields.map(({ field, cellsOf }, index) => ({
    field,
    before: index === 0 ? '' : ',',
    write: fromText(properties[field] ?? {}, cellsOf),
    noCells: cellsOf(null),
  }))
  return (row) => {
    let cells = ''
    for (const { field, before, write, noCells } of fields) {
      const text = row[field] ?? null
      cells += before
      cells += text === null ? noCells : write(text)
    }
    return `${cells}\r\n`
  }
}

/** Numbers and booleans are no formulas, whatever they begin with. */
const fromText = (schema: Schema, cellsOf: CsvField['cellsOf']): WriteText => {
  const known = withoutNull(schema)
  if (isText(known)) return cellsOf
  return isScalar(known) ? asItIs : (text) => cellsOf(JSON.parse(text))
}

/** Makes an item of a row of texts. */
export const itemOfTexts = ({ properties = {} }: Schema): ((row: Texts) => Record<string, unknown>) => {
  const fields = Object.entries(properties).map(([field, schema]) => ({ field, isText: isText(withoutNull(schema)) }))
  return (row) =>
    Object.fromEntries(
      fields.map(({ field, isText: isAsItIs }) => {
        const text = row[field] ?? null
        return [field, text === null || isAsItIs ? text : (JSON.parse(text) as unknown)]
      }),
    )
}
