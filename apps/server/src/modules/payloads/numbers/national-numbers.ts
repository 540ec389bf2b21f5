import { sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import { queryBuilder } from '../../../platform/database/index.ts'
import type { PayloadFilter } from '../lists/payload-filter.ts'
import { lastCharacter, startsOf, withoutSeparators } from '../lists/payload-number-query.ts'

/** The calling codes of ITU-T E.164: all of two digits that begin with these, 1, 7, and three digits after these pairs. */
const callingCodes: readonly string[] = [
  ...['1', '7'],
  ...'20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66'.split(' '),
  ...'81 82 84 86 90 91 92 93 94 95 98'.split(' '),
  ...'21 22 23 24 25 26 29 35 37 38 42 50 59 67 68 69 85 87 88 96 97 99'
    .split(' ')
    .flatMap((pair) => Array.from({ length: 10 }, (_, last) => `${pair}${last}`)),
]

/** Fewer digits after the zero begin too many numbers of other countries. */
const fewestDigits = 2

/** The digits of a number as it is dialled at home, without its zero; `null` for other prefixes. */
const digitsAtHome = (prefix: string): string | null => {
  const [, digits] = /^0([1-9][0-9]*)$/.exec(withoutSeparators(prefix)) ?? []
  return digits !== undefined && digits.length >= fewestDigits ? digits : null
}

/**
 * A prefix may be typed as people dial it at home: 07700 is the beginning of +447700900123. It is looked for in the countries of which
 * the account has such numbers. Italian numbers keep the zero.
 */
export const withNationalNumbers = async (ctx: RequestContext, filter: PayloadFilter): Promise<PayloadFilter> => {
  const { number_prefix = '' } = filter
  const digits = digitsAtHome(number_prefix)
  if (digits === null) return filter
  const starts = [...callingCodes.map((code) => `+${code}${digits}`), `+390${digits}`]
  const known = await ctx.readOnce<{ start: string }>(
    sql<{ start: string }>`select start from unnest(${starts}::text[]) as probe (start)
      cross join lateral (select 1 from payload_numbers n where n.client = ${ctx.client}
        and n.number >= start and n.number < start || ${lastCharacter}::text limit 1) found`.compile(queryBuilder),
  )
  return { ...filter, number_starts: [...startsOf(number_prefix), ...known.map(({ start }) => start)] }
}
