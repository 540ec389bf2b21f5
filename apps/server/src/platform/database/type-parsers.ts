import { types } from 'pg'

const { builtins } = types

/** '2026-01-31 12:00:00.5+00' → '2026-01-31T12:00:00.500Z'; the session's time zone is UTC, so the offset is always +00. */
const isoTime = (text: string): string => {
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)).slice(0, 3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

const identity = (text: string): string => text

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, isoTime],
  [builtins.DATE, identity],
  // Counters and sizes stay far below 2^53.
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
])

/**
 * The rows of a statement whose values are left as texts: numbers and booleans as in JSON, JSON as PostgreSQL writes it, times as the ISO
 * strings of the contract.
 */
export type TextRow<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends string | null ? Row[Name] : string | null
}

const booleanText = (text: string): string => (text === 't' ? 'true' : 'false')

const toText = (oid: number): ((text: string) => string) => {
  if (oid === builtins.TIMESTAMPTZ) return isoTime
  return oid === builtins.BOOL ? booleanText : identity
}

/** How pg leaves values as texts. */
export const textParsers = { getTypeParser: toText }

/** How pg parses values: times as the ISO strings of the contract, bigint and numeric as numbers. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format as 'text'),
}
