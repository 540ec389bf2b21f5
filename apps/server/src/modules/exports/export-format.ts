import {
  type CallDeclaration,
  type ClientStatistics,
  type ErrorRecord,
  type ExportFormat,
  errorRecord,
  type Locale,
} from '@holdfast/contract'
import { byteOrderMark, csvRow } from '../../platform/csv-text.ts'
import { itemFormat } from '../../platform/http/index.ts'
import { csvFields, flatFields } from './csv-columns.ts'
import { itemSchemaOf } from './item-schema.ts'
import { onlyRows, type RowFormat, type RowWriter } from './row-format.ts'
import { isStatistics, statisticsNames, statisticsRows } from './statistics-csv.ts'
import { csvRowOfTexts, jsonLineOfTexts, type Texts } from './text-rows.ts'
import { gpxFormat, kmlFormat } from './track-formats.ts'
import { isTrail, trailColumns } from './trail-columns.ts'

const csvFormat = (call: CallDeclaration, locale: Locale): RowFormat => {
  if (isStatistics(call)) return statisticsFormat(call)
  const schema = itemSchemaOf(call)
  const leading = isTrail(call) ? trailColumns(locale) : []
  const fields = isTrail(call) ? flatFields(call, schema) : csvFields(call, schema)
  const { assertValid } = itemFormat(call, schema)
  const rowOf = (item: unknown): string => {
    assertValid(item)
    const values = item as Readonly<Record<string, unknown>>
    const cells = fields.map(({ field, cellsOf }) => cellsOf(values[field]))
    return `${[...leading.map(({ cellOf }) => cellOf(item)), ...cells].join(',')}\r\n`
  }
  return {
    ...csvFile,
    head: byteOrderMark + csvRow([...leading, ...fields].flatMap(namesOf)),
    open: onlyRows(writerOf(rowOf, () => csvRowOfTexts(schema, fields))),
  }
}

const csvFile: Pick<RowFormat, 'contentType' | 'ended'> = {
  contentType: 'text/csv',
  ended: (why) => csvRow([`This export ended before its last row: ${why.message} (${why.code})`]),
}

const statisticsFormat = (call: CallDeclaration): RowFormat => {
  const { assertValid } = itemFormat(call, itemSchemaOf(call))
  const rowsOf = (item: unknown): string => {
    assertValid(item)
    return statisticsRows(item as ClientStatistics)
  }
  return { ...csvFile, head: byteOrderMark + csvRow(statisticsNames), open: onlyRows(rowsOf) }
}

const namesOf = (columns: { name: string } | { names: readonly string[] }): readonly string[] =>
  'name' in columns ? [columns.name] : columns.names

const ndjsonFormat = (call: CallDeclaration): RowFormat => {
  const schema = itemSchemaOf(call)
  const { assertValid, write } = itemFormat(call, schema)
  const lineOf = (item: unknown): string => {
    assertValid(item)
    return `${write(item)}\n`
  }
  return {
    contentType: 'application/x-ndjson',
    head: '',
    open: onlyRows(writerOf(lineOf, () => jsonLineOfTexts(schema))),
    ended: (why) => `${JSON.stringify({ error: errorRecord(why) } satisfies { error: ErrorRecord })}\n`,
  }
}

/**
 * Writes items, or rows of texts.
 * @param openTexts compiles how rows of texts are written, for the first one
 */
const writerOf = (rowOf: (item: unknown) => string, openTexts: () => (row: Texts) => string): RowWriter['row'] => {
  let rowOfTexts: ((row: Texts) => string) | undefined
  return (item, areTexts) => {
    if (!areTexts) return rowOf(item)
    rowOfTexts ??= openTexts()
    return rowOfTexts(item as Texts)
  }
}

/** Formats of files for programs. */
const formats: Record<Exclude<ExportFormat, 'xlsx'>, (call: CallDeclaration, locale: Locale) => RowFormat> = {
  csv: csvFormat,
  ndjson: ndjsonFormat,
  gpx: gpxFormat,
  kml: kmlFormat,
}
const compiled = new Map<string, RowFormat>()

/**
 * Compiled when a list is first exported.
 * @param locale of the words in files that have any
 */
export const rowFormat = (call: CallDeclaration, format: Exclude<ExportFormat, 'xlsx'>, locale: Locale): RowFormat => {
  const name = `${format} ${locale} ${call.catalogue} ${call.path}`
  const known = compiled.get(name) ?? formats[format](call, locale)
  compiled.set(name, known)
  return known
}
