import { type CallDeclaration, type ErrorRecord, type ExportFormat, errorRecord, type Locale } from '@holdfast/contract'
import { byteOrderMark, csvRow } from '../../platform/csv-text.ts'
import { itemFormat } from '../../platform/http/index.ts'
import { csvColumns } from './csv-columns.ts'
import { onlyRows, type RowFormat } from './row-format.ts'
import { gpxFormat, kmlFormat } from './track-formats.ts'
import { isTrail, trailColumns } from './trail-columns.ts'

/** Fields that show content of recordings. Content leaves by downloads, which are recorded for each recording. */
const contentFields: ReadonlySet<string> = new Set(['snippet'])

const csvFormat = (call: CallDeclaration, locale: Locale): RowFormat => {
  const schema = itemSchemaOf(call)
  const { assertValid } = itemFormat(call, schema)
  const columns = isTrail(call) ? trailColumns(call, schema, locale) : csvColumns(call, schema)
  return {
    contentType: 'text/csv',
    head: byteOrderMark + csvRow(columns.map(({ name }) => name)),
    open: onlyRows((items) =>
      items
        .map((item) => {
          assertValid(item)
          return csvRow(columns.map(({ cellOf }) => cellOf(item)))
        })
        .join(''),
    ),
    ended: (why) => csvRow([`This export ended before its last row: ${why.message} (${why.code})`]),
  }
}

const ndjsonFormat = (call: CallDeclaration): RowFormat => {
  const { assertValid, write } = itemFormat(call, itemSchemaOf(call))
  return {
    contentType: 'application/x-ndjson',
    head: '',
    open: onlyRows((items) =>
      items
        .map((item) => {
          assertValid(item)
          return `${write(item)}\n`
        })
        .join(''),
    ),
    ended: (why) => `${JSON.stringify({ error: errorRecord(why) } satisfies { error: ErrorRecord })}\n`,
  }
}

/** The schema of a list's items, without content. The first alternative of a list's response is its page. */
const itemSchemaOf = ({ response, path }: CallDeclaration): object => {
  const [page] = (response as { anyOf?: PageSchema[] } | undefined)?.anyOf ?? []
  const item = page?.properties?.items?.items
  if (!item) throw new Error(`${path} is no list`)
  return {
    ...item,
    properties: Object.fromEntries(Object.entries(item.properties).filter(([name]) => !contentFields.has(name))),
    required: item.required?.filter((name) => !contentFields.has(name)) ?? [],
  }
}

interface PageSchema {
  properties?: { items?: { items?: { properties: Record<string, object>; required?: string[] } } }
}

const formats: Record<ExportFormat, (call: CallDeclaration, locale: Locale) => RowFormat> = {
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
export const rowFormat = (call: CallDeclaration, format: ExportFormat, locale: Locale): RowFormat => {
  const name = `${format} ${locale} ${call.catalogue} ${call.path}`
  const known = compiled.get(name) ?? formats[format](call, locale)
  compiled.set(name, known)
  return known
}
