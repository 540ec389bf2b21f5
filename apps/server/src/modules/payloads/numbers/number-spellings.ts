import { dialledNumber, isDialledNumber } from '@holdfast/contract'
import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { RequestContext } from '../../../core/calls/index.ts'
import { queryBuilder } from '../../../platform/database/index.ts'
import { lastDigitsOf, sameNumberAs } from '../../../platform/same-number.ts'
import type { PayloadFilter } from '../lists/payload-filter.ts'
import { lastCharacter, startsOf } from '../lists/payload-number-query.ts'

/** Reads of an account, by a call or a job. */
export type Reader = Pick<RequestContext, 'client' | 'readOnce'>

/** A filter with the spellings of its numbers and of its prefix that the account has. */
export const withSpellings = async <Filter extends Pick<PayloadFilter, 'numbers' | 'number_prefix'>>(
  ctx: Reader,
  filter: Filter,
): Promise<Filter & Pick<PayloadFilter, 'number_starts'>> => {
  const { numbers, number_prefix } = filter
  return {
    ...filter,
    ...(numbers && { numbers: await spellingsOf(ctx, numbers) }),
    ...(number_prefix !== undefined && { number_starts: await startsWith(ctx, number_prefix) }),
  }
}

/** Enough for a number that recordings of hundreds of groups have in several spellings. */
const maxCompared = 5000

/**
 * These numbers and the other spellings of them that the account's recordings have: +447700900123 is also listed as 07700900123 and as
 * sip:+447700900123@ims.example. Of each recording, those that the search finds by any part are compared (`maxFoundParties`).
 */
export const spellingsOf = async (ctx: Reader, numbers: readonly string[]): Promise<string[]> => {
  const endings = [...new Set(numbers.filter(isDialledNumber).map(lastDigitsOf))].filter(isEnding)
  if (endings.length === 0) return [...numbers]
  const listed = await ctx.readOnce<{ number: string }>(
    sql<{ number: string }>`select distinct found.number from unnest(${endings}::text[]) as probe (ending)
      cross join lateral (select n.number from party_parts n where n.client = ${ctx.client} and n.name = ''
        and n.part >= ending and n.part < ending || ${lastCharacter}::text limit ${sql.lit(maxCompared)}) found`.compile(
      queryBuilder,
    ),
  )
  const matchers = numbers.map(sameNumberAs)
  const same = listed.flatMap(({ number }) => (matchers.some((isSame) => isSame(number)) ? [number] : []))
  return [...new Set([...numbers, ...same])]
}

const isEnding = (ending: string): boolean => ending.length === 6

/** The calling codes of ITU-T E.164: all of two digits that begin with these, 1, 7, and three digits after these pairs. */
const callingCodes: readonly string[] = [
  ...['1', '7'],
  ...'20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66'.split(' '),
  ...'81 82 84 86 90 91 92 93 94 95 98'.split(' '),
  ...'21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 85 87 88 96 97 99'
    .split(' ')
    .flatMap((pair) => Array.from({ length: 10 }, (_, last) => `${pair}${last}`)),
]

/** Fewer digits begin too many numbers of other countries. */
const fewestDigits = 2
/** A whole number has at least so many. */
export const fewestOfWholeNumber = 9

/**
 * What numbers begin with that have a prefix as people type it. At home they dial 07700 for +447700900123, 8 (916) for +79161234567, and (11)
 * for +5511987650042: such beginnings are looked for in the countries of which the account has numbers.
 */
const startsWith = async (ctx: Reader, prefix: string): Promise<string[]> => {
  const starts = startsOf(prefix)
  if (!isDialledNumber(prefix)) return starts
  const typed = dialledNumber(prefix)
  const possible = [...starts.flatMap(asAddresses), ...(typed.startsWith('+') ? [] : nationalStarts(typed))]
  const known = await knownStarts(ctx, possible)
  const others = known.filter(({ is_certain, numbers }) => is_certain || numbers.some(isWrittenAtHome(typed)))
  const whole = typed.length >= fewestOfWholeNumber ? await spellingsOf(ctx, [typed]) : []
  return [...new Set([...starts, ...others.map(({ start }) => start), ...whole])]
}

interface PossibleStart {
  start: string
  /** Whether all numbers that begin so have the prefix. */
  is_certain: boolean
}

const asAddresses = (start: string): PossibleStart[] =>
  ['sip:', 'tel:'].map((scheme) => ({ start: scheme + start, is_certain: true }))

/** After the zero that is dialled only at home; otherwise with or without a first digit that may be a trunk prefix. Italian numbers keep the zero. */
const nationalStarts = (typed: string): PossibleStart[] => {
  const [, afterZero] = /^0([1-9]\d*)$/.exec(typed) ?? []
  const ofAllCountries = (digits: string, is_certain: boolean): PossibleStart[] =>
    digits.length < fewestDigits ? [] : callingCodes.map((code) => ({ start: `+${code}${digits}`, is_certain }))
  if (afterZero !== undefined) {
    return [...ofAllCountries(afterZero, true), { start: `+39${typed}`, is_certain: true }].concat(
      ofAllCountries(afterZero.slice(1), false),
    )
  }
  return [...ofAllCountries(typed, false), ...(typed.startsWith('8') ? ofAllCountries(typed.slice(1), false) : [])]
}

/** Those with which numbers of the account begin, each with a few of these numbers. */
const knownStarts = (ctx: Reader, possible: readonly PossibleStart[]) =>
  ctx.readOnce<PossibleStart & { numbers: string[] }>(
    sql<PossibleStart & { numbers: string[] }>`select start, is_certain, array_agg(found.number) as numbers
      from unnest(${possible.map(({ start }) => start)}::text[], ${possible.map(({ is_certain }) => is_certain)}::boolean[])
        as probe (start, is_certain)
      cross join lateral (select n.number from payload_numbers n where n.client = ${ctx.client}
        and n.number >= start and n.number < start || ${lastCharacter}::text limit 3) found
      group by start, is_certain`.compile(queryBuilder),
  )

/** Whether people in the number's country write it with these digits at its beginning. */
const isWrittenAtHome =
  (typed: string) =>
  (number: string): boolean =>
    parsePhoneNumberFromString(number)?.formatNational().replace(/\D/g, '').startsWith(typed) ?? false
