import { dialledNumber, isDialledNumber } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { lastCharacter } from '../lists/payload-number-query.ts'

const fewestDigits = 3
const fewestLetters = 2
/** Without the zero that is dialled only at home; fewer digits would find too much. */
const fewestDigitsAfterZero = 4

/** Parts are cut to this length (migration 0031). */
export const maxPartCharacters = 32

/** Rows with `range_from` and `range_until`, and how many they are. */
export interface ProbeRanges {
  rows: RawBuilder<unknown>
  count: number
}

/** What the parts of parties lie between that begin with the text; `null` if it is too short. */
export const partRanges = (text: string): ProbeRanges | null => {
  const digits = digitsOf(text)
  if (digits === null ? text.length < fewestLetters : digits.length === 0) return null
  const beginnings = digits?.map((each) => sql`${each}::text`) ?? [sql`app.words_of(${text}::text)`]
  const rows = sql`(select range_from, range_from || ${lastCharacter}::text as range_until
    from (select left(beginning, ${sql.lit(maxPartCharacters)}) as range_from
      from unnest(array[${sql.join(beginnings)}]) beginning) typed where length(range_from) >= ${sql.lit(fewestLetters)}) as probe_range`
  return { rows, count: beginnings.length }
}

/**
 * The digits to look for in numbers; `null` for words. Of a number as people dial it at home, also those after the zero: 07700 900123 is
 * +447700900123 in other countries.
 */
export const digitsOf = (text: string): string[] | null => {
  if (!isDialledNumber(text)) return null
  const digits = dialledNumber(text.replace('(0)', '')).replace('+', '')
  const afterZero = digits.replace(/^0+/, '')
  return [
    ...(digits.length >= fewestDigits ? [digits] : []),
    ...(afterZero !== digits && afterZero.length >= fewestDigitsAfterZero ? [afterZero] : []),
  ]
}
