import {
  type ExportedList,
  type ListForPeople,
  type Locale,
  listsForPeople,
  ProductError,
  payloadTypes,
} from '@holdfast/contract'
import {
  authorInWords,
  byteSize,
  chosenColumns,
  datesInWords,
  dayStyle,
  displayText,
  durationText,
  type FileCellKind,
  type FileColumn,
  type FileReader,
  type FileTable,
  type FindText,
  filesForPeople,
  parameterFacts,
  reasonInWords,
  valueInWords,
} from '@holdfast/words'
import type { ServedCall } from '../../core/calls/index.ts'
import type { TicketCaller } from '../../core/tickets/index.ts'
import { byteOrderMark } from '../../platform/csv-text.ts'
import {
  daySerial,
  maxSheetRows,
  momentSerialsIn,
  rowXml,
  type SheetCell,
  type SheetCellKind,
  type SheetFact,
  sheetHead,
  sheetTail,
  workbookOf,
  xlsxType,
} from '../../platform/xlsx/index.ts'
import { titleOfMatter } from '../legal-holds/index.ts'
import { languageOf } from '../portal-words/index.ts'
import type { ExportRow } from './export-tickets.ts'
import { csvRowFor } from './people-csv.ts'
import { type PeopleRow, type ReaderLanguage, withNames } from './people-rows.ts'
import { onlyRows, type RowFormat } from './row-format.ts'
import { toLocale } from './trail-columns.ts'

type Asked = Pick<
  ExportRow,
  'list' | 'format' | 'columns' | 'locale' | 'time_zone' | 'filename' | 'params' | 'query'
> & { caller: Pick<TicketCaller, 'kind' | 'reference'> }

export const isListForPeople = (list: ExportedList): list is ListForPeople =>
  listsForPeople.some((known) => known === list)

/** A file with the headings, states, names and times of the screen, in the language and time zone that were asked for. */
export const fileForPeople = (
  { list: served, snippets }: { list: ServedCall; snippets: ServedCall },
  asked: Asked,
): { served: ServedCall; format: RowFormat } => {
  if (!isListForPeople(asked.list)) throw new Error(`${asked.list} has no file for people`)
  const table = filesForPeople[asked.list] as FileTable<unknown>
  const locale = toLocale(asked.locale)
  const zone = asked.time_zone ?? 'UTC'
  const language = readerLanguage(locale, zone)
  const columns = chosenColumns(table, asked.columns)
  const state: { reader: FileReader | null; matter: string | null } = { reader: null, matter: null }
  const named = withNames(served, {
    table,
    snippets: columns.some(({ opensMessages }) => opensMessages) ? snippets : null,
    language,
    alsoNamed: asked.caller.kind === 'portal_user' ? [asked.caller.reference] : [],
    onReader: (reader) => {
      state.reader = reader
    },
  })
  const { matter_reference: matter } = filterOf(asked.query)
  const list: ServedCall = {
    call: named.call,
    handler: async (ctx, input) => {
      if (typeof matter === 'string') state.matter ??= await titleOfMatter(ctx, matter)
      return named.handler(ctx, input)
    },
  }
  const file = { columns, locale, zone, language }
  if (asked.format === 'csv') return { served: list, format: csvForPeople(file) }
  const factsOf = (rows: number) => factsOfFile(asked, { zone, rows, language, ...state })
  return {
    served: list,
    format: xlsxForPeople(file, {
      title: asked.filename === asked.list ? listInWords(asked.list, language.findText) : asked.filename,
      factsOf,
    }),
  }
}

type Filter = Readonly<Record<string, unknown>>

const filterOf = ({ filter }: Asked['query']): Filter => (filter ?? {}) as Filter

const listInWords = (list: ExportedList, findText: FindText): string => valueInWords('list', list, findText)

const readerLanguage = (locale: Locale, timeZone: string): ReaderLanguage => {
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: dayStyle(locale), timeStyle: 'medium', timeZone })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    ...languageOf(locale),
    dateInWords: datesInWords(locale, timeZone),
    formatMoment: (time) => moments.format(new Date(time)),
    formatSize: (bytes) => byteSize((value, style) => new Intl.NumberFormat(locale, style).format(value), bytes),
    formatDay: (day) => days.format(new Date(`${day}T00:00:00Z`)),
  }
}

interface PeopleFile {
  columns: readonly FileColumn<unknown>[]
  locale: Locale
  zone: string
  language: ReaderLanguage
}

/** The headings. Those of times name the time zone, so that no file leaves it open. */
const titlesOf = ({ columns, zone, language: { t } }: PeopleFile): string[] =>
  columns.map(({ title, kind }) => (kind === 'moment' ? t('export_file.in_zone', { title: t(title), zone }) : t(title)))

/** The value of a cell; times and days as texts. */
const cellValue = ({ kind, cellOf }: FileColumn<unknown>, { item, reader }: PeopleRow): string | number | null => {
  const value = cellOf(item, reader)
  if (typeof value !== 'string') return value
  if (kind === 'moment') return reader.formatMoment(value)
  return kind === 'day' ? reader.formatDay(value) : value
}

const csvForPeople = (file: PeopleFile): RowFormat => {
  const rowOf = csvRowFor(file.locale)
  const { t, findText } = file.language
  return {
    contentType: 'text/csv',
    head: byteOrderMark + rowOf(titlesOf(file)),
    open: onlyRows((row) =>
      rowOf(
        file.columns.map((column) => {
          const value = cellValue(column, row as PeopleRow)
          return column.kind === 'duration' && typeof value === 'number' ? durationText(value) : value
        }),
      ),
    ),
    ended: (why) => rowOf([t('export_file.ended', { why: reasonInWords(why.code, findText) })]),
  }
}

const sheetKinds: Readonly<Record<FileCellKind, SheetCellKind>> = {
  text: 'text',
  moment: 'moment',
  day: 'day',
  count: 'integer',
  bytes: 'integer',
  duration: 'duration',
}
const widths: Readonly<Record<FileCellKind, number>> = {
  text: 24,
  moment: 27,
  day: 14,
  count: 12,
  bytes: 14,
  duration: 12,
}

interface Workbook {
  title: string
  factsOf: (rows: number) => SheetFact[]
}

const xlsxForPeople = (file: PeopleFile, { title, factsOf }: Workbook): RowFormat => {
  const { columns } = file
  const titles = titlesOf(file)
  const sheetColumns = columns.map(({ kind }, place) => ({
    title: titles[place] ?? '',
    kind: sheetKinds[kind],
    width: widths[kind],
  }))
  const serialsOf: Partial<Record<FileCellKind, (time: string) => number | null>> = {
    moment: momentSerialsIn(file.zone),
    day: daySerial,
  }
  const cellOf = (column: FileColumn<unknown>, row: PeopleRow): SheetCell => {
    const serialOf = serialsOf[column.kind]
    if (!serialOf) return { kind: sheetKinds[column.kind], value: cellValue(column, row) }
    const time = column.cellOf(row.item, row.reader)
    const serial = typeof time === 'string' ? serialOf(time) : null
    // A time that spreadsheets have no number for stays a text.
    if (serial === null) return { kind: 'text', value: cellValue(column, row) }
    return { kind: sheetKinds[column.kind], value: serial }
  }
  return {
    contentType: xlsxType,
    isBinary: true,
    head: sheetHead(sheetColumns),
    open: () => {
      let rows = 0
      return {
        row: (item) => {
          if (rows === maxSheetRows) throw new ProductError('export.too_many_rows')
          rows += 1
          return rowXml(
            columns.map((column) => cellOf(column, item as PeopleRow)),
            rows + 1,
          )
        },
        tail: () => sheetTail(columns.length, rows),
        pack: (written) =>
          workbookOf(written, () => ({
            titles: [title, file.language.t('export_file.about')],
            columns: columns.length,
            rows,
            facts: factsOf(rows),
          })),
      }
    },
    // A workbook that ends early has no directory, and opens nowhere.
    ended: () => '',
  }
}

interface Written {
  zone: string
  rows: number
  language: ReaderLanguage
  reader: FileReader | null
  /** The title of the matter in the filter. */
  matter: string | null
}

/**
 * The filter without what lists add by themselves: a screen of all kinds asks for each of them and for what is not deleted, and the
 * time of a period that is not there has a default. A matter has its title.
 */
const chosenFilter = (filter: Filter, matter: string | null) => {
  const { payload_types, matter_reference, is_deleted, date_filter_type, ...chosen } = filter
  const isAllKinds =
    Array.isArray(payload_types) && payloadTypes.every((type) => type === 'AR' || payload_types.includes(type))
  const title = matter === null || matter === matter_reference ? '' : `${displayText(matter)} `
  return {
    ...(matter_reference !== undefined && {
      matter_reference: title ? `${title}(${matter_reference})` : matter_reference,
    }),
    ...(!isAllKinds && { payload_types }),
    ...(is_deleted !== false && { is_deleted }),
    ...chosen,
    ...((chosen.date_from ?? chosen.date_to) !== undefined && { date_filter_type }),
  }
}

/** Which list and filter the file has, in which time zone, by whom and when. */
const factsOfFile = (
  { list, params, query, caller }: Asked,
  { zone, rows, language, reader, matter }: Written,
): SheetFact[] => {
  const { t, findText, formatMoment, dateInWords } = language
  const { sort } = query
  const { reference, kind } = caller
  const author = kind === 'client_app' ? `app/${reference}` : reference
  const name = authorInWords(author, t, (known) => reader?.colleagueName(known))
  return [
    { name: t('export_file.list'), value: listInWords(list, findText) },
    ...parameterFacts({ ...params, filter: chosenFilter(filterOf(query), matter) }, findText, dateInWords).map(
      ({ label, value }) => ({
        name: t('export_file.filter', { name: label }),
        value,
      }),
    ),
    ...parameterFacts({ sort }, findText).map(({ label, value }) => ({ name: label, value })),
    { name: t('export_file.time_zone'), value: zone },
    { name: t('export_file.by'), value: name === author ? name : `${name} (${author})` },
    { name: t('export_file.at'), value: formatMoment(new Date().toISOString()) },
    { name: t('export_file.rows'), value: rows },
  ]
}
