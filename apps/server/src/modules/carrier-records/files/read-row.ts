import type { CarrierMapping, CarrierRecordType, CarrierRowProblem } from '@holdfast/contract'
import { readDuration } from './carrier-durations.ts'
import { internationalNumber } from './carrier-numbers.ts'
import { readTime } from './carrier-times.ts'
import { directionOf, typeOf } from './carrier-words.ts'
import type { MappedColumns } from './mapped-columns.ts'

/** What a row of a file says. */
export interface ReadRecord {
  record_type: CarrierRecordType
  own_number: string
  other_number: string | null
  direction: 'I' | 'O' | null
  begun_at: Date
  /** Where clocks showed the time twice. */
  begun_at_later: Date | null
  duration_s: number | null
}

export type ReadRow = { record: ReadRecord } | { problems: CarrierRowProblem[] } | 'ignored'

/** Reads one row: every problem is found, not only the first. */
export type RowReader = (cells: readonly string[]) => ReadRow

const maxNumberCharacters = 64
const earliest = Date.UTC(2000, 0, 1)
const dayMs = 24 * 60 * 60 * 1000

/** @param now what began more than a day later is refused: the order of the date or the time zone is wrong */
export const rowReader = (mapping: CarrierMapping, columns: MappedColumns, now: Date): RowReader => {
  const { country } = mapping
  return (cells) => {
    const textOf = (column: number | null): string => (column === null ? '' : cellText(cells[column] ?? ''))
    const type = columns.record_type === null ? 'Call' : typeOf(textOf(columns.record_type), mapping)
    if (type === 'ignored') return 'ignored'
    const problems: CarrierRowProblem[] = []
    if (!type) problems.push('type_unknown')
    const own = textOf(columns.own_number)
    const own_number = internationalNumber(own, country)
    if (own === '') problems.push('own_number_missing')
    else if (own_number === '') problems.push('own_number_wrong')
    const other = textOf(columns.other_number)
    if (other.length > maxNumberCharacters) problems.push('other_number_wrong')
    const direction = columns.direction === null ? null : directionOf(textOf(columns.direction), mapping)
    if (direction === undefined) problems.push('direction_unknown')
    const begin = beginOf([textOf(columns.begin), textOf(columns.begin_time)].join(' ').trim(), mapping, now)
    if (typeof begin === 'string') problems.push(begin)
    const duration = durationOf(textOf(columns.duration), textOf(columns.end), begin, type ?? 'Call', mapping)
    if (typeof duration === 'string') problems.push(duration)
    if (problems.length > 0 || !type || typeof begin === 'string' || typeof duration === 'string') return { problems }
    const [begun_at, begun_at_later = null] = begin
    const other_number = isWithheld(other) ? null : internationalNumber(other, country) || other
    const read = { own_number, other_number, direction: direction ?? null, begun_at, begun_at_later }
    return { record: { record_type: type, ...read, duration_s: duration } }
  }
}

/** Spreadsheets keep leading zeros and plus signs as ="07700…" or after an apostrophe. */
const cellText = (cell: string): string =>
  cell
    .replace(/^\s*="(.*)"\s*$/s, '$1')
    .replace(/^\s*'/, '')
    .replaceAll('\u0000', '\ufffd')
    .trim()

const withheld = /^(?:|-+|0+|anonymous|withheld|private|restricted|unknown|n\/a|privado|oculto|desconhecido)$/i
const isWithheld = (text: string): boolean => withheld.test(text)

const beginOf = (text: string, mapping: CarrierMapping, now: Date): readonly [Date, ...Date[]] | CarrierRowProblem => {
  if (text === '') return 'begin_missing'
  const time = readTime(text, mapping)
  if (time === 'wrong') return 'begin_wrong'
  if (time === 'skipped') return 'begin_skipped'
  const [first] = time.instants
  const isInRange = first.getTime() >= earliest && first.getTime() <= now.getTime() + dayMs
  return isInRange ? time.instants : 'begin_out_of_range'
}

/** Messages have no duration, whatever the column says. */
const durationOf = (
  duration: string,
  end: string,
  begin: readonly Date[] | string,
  type: CarrierRecordType,
  mapping: CarrierMapping,
): number | null | CarrierRowProblem => {
  if (type !== 'Call') return null
  if (duration !== '') return readDuration(duration, mapping) ?? 'duration_wrong'
  if (end === '' || typeof begin === 'string') return null
  const time = readTime(end, mapping)
  if (typeof time === 'string') return 'end_wrong'
  const lengths = time.instants.flatMap((until) => begin.map((from) => (until.getTime() - from.getTime()) / 1000))
  const possible = lengths.filter((seconds) => seconds >= 0)
  return possible.length > 0 ? Math.min(...possible) : 'end_wrong'
}
