import type { Visibility } from '@holdfast/access'
import { dialledNumber, isDialledNumber, limits } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { maxCountedRows } from '../../../core/calls/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { type PayloadFilter, periodConditions } from './payload-filter.ts'
import { afterPosition, inOrder, type PayloadPage } from './payload-order.ts'
import { hasFewBranches, type Scope, scopesOf } from './payload-scope.ts'

/**
 * How payloads are found by their numbers. Numbers have a table of their own, because a GIN index cannot be used under row-level
 * security (distribution rule 7). Its column has the order of code points, in which a prefix is a range.
 */
export interface NumberRange {
  from: string
  until: string
}

type PrefixFilter = Pick<PayloadFilter, 'number_prefix' | 'number_starts'>

/** Greater than every character that can follow a prefix. */
export const lastCharacter = '\u{10ffff}'

/** What numbers with this prefix lie between. Digits without a plus are also looked for after one. */
export const rangesOf = (prefix: string): NumberRange[] => rangesFrom(startsOf(prefix))

const rangesFrom = (starts: readonly string[]): NumberRange[] =>
  starts.map((from) => ({ from, until: from + lastCharacter }))

const rangesOfFilter = ({ number_prefix = '', number_starts }: PrefixFilter): NumberRange[] =>
  number_starts ? rangesFrom(number_starts) : rangesOf(number_prefix)

/**
 * Of a number in its international form, `(0)` is dialled only at home, and 00 stands for the plus. Anything else begins the name of a
 * sender (`nameStartsOf`).
 */
export const startsOf = (prefix: string): string[] => {
  if (!isDialledNumber(prefix)) return nameStartsOf(prefix)
  const number = dialledNumber(prefix.replace('(0)', ''))
  if (number.startsWith('00')) return [number, `+${number}`, `+${number.slice(2)}`]
  return number.startsWith('+') ? [number] : [number, `+${number}`]
}

/** Names are stored as senders write them: as it was typed, in capitals (HMRC), in small letters, or with a capital first (Lloyds). */
const nameStartsOf = (prefix: string): string[] => {
  const [first = '', ...rest] = prefix.toLowerCase()
  return [...new Set([prefix, prefix.toUpperCase(), prefix.toLowerCase(), first.toUpperCase() + rest.join('')])]
}

/**
 * The condition that a row of `payloads p` has a number with this prefix. It reads the row alone: for a join, the planner may take
 * an index that reads all numbers with the prefix for each row.
 */
export const hasNumberWithPrefix = (filter: PrefixFilter): RawBuilder<unknown> => {
  const inRanges = rangesOfFilter(filter).map(
    ({ from, until }) => sql`(number collate "C" >= ${from}::text and number collate "C" < ${until}::text)`,
  )
  return sql`exists (select from unnest(p.numbers[1:${sql.lit(limits.maxSearchedNumbers)}]) number
    where ${sql.join(inRanges, sql` or `)})`
}

/** The condition that a row of `payloads p` has one of the numbers. */
export const hasNumber = (numbers: readonly string[]): RawBuilder<unknown> =>
  sql`p.numbers[1:${sql.lit(limits.maxSearchedNumbers)}] && ${numbers}::text[]`

/** What to look up in `payload_numbers n`, one branch for each row of `from`. */
interface Lookup {
  from: RawBuilder<unknown>[]
  conditions: RawBuilder<unknown>[]
}

const lookupOf = (client: string, filter: PayloadFilter, scope: Scope): Lookup => {
  const { numbers } = filter
  const ranges = rangesOfFilter(filter)
  const ofNumbers: Lookup = numbers
    ? { from: [sql`unnest(${numbers}::text[]) as probe_number`], conditions: [sql`n.number = probe_number`] }
    : {
        from: [
          sql`unnest(${ranges.map(({ from }) => from)}::text[], ${ranges.map(({ until }) => until)}::text[])
            as probe_range (range_from, range_until)`,
        ],
        conditions: [sql`n.number >= range_from`, sql`n.number < range_until`],
      }
  const ofScope = lookupOfScope(scope, (numbers ?? ranges).length)
  return {
    from: [...ofNumbers.from, ...ofScope.from],
    conditions: [sql`n.client = ${client}`, ...ofNumbers.conditions, ...ofScope.conditions],
  }
}

/** The part of a lookup that keeps to a scope: each group and type by itself if they are few. */
export const lookupOfScope = ({ types, groups }: Scope, numbers: number): Lookup & { names: RawBuilder<unknown>[] } => {
  if (groups && hasFewBranches(groups, types, numbers)) {
    return {
      names: [sql`probe_group`, sql`probe_type`],
      from: [sql`unnest(${groups}::text[]) as probe_group`, sql`unnest(${types}::text[]) as probe_type`],
      conditions: [sql`n."group" = probe_group`, sql`n.payload_type = probe_type`],
    }
  }
  const ofGroups = groups ? [sql`n."group" = any(${groups}::text[])`] : []
  return { names: [], from: [], conditions: [sql`n.payload_type = any(${types}::text[])`, ...ofGroups] }
}

const eachOf = ({ from }: Lookup, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.join(from, sql` cross join `)} cross join lateral (${rows}) branch`

/** The keys and dates of a page, of payloads with the numbers or the prefix of its filter that meet the conditions for `payloads p`. */
export const numberBranches = (
  page: PayloadPage,
  scope: Scope,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const { client, filter, limit } = page
  const lookup = lookupOf(client, filter, scope)
  const dateTable = filter.date_filter_type === 'payload_time' ? 'n' : 'p'
  const date = sql.ref(`${dateTable}.${filter.date_filter_type}`)
  // The index tells everything else.
  const join =
    dateTable === 'p' || conditions.length > 0
      ? sql`join payloads p on p.client = ${client} and p.payload_reference = n.payload_reference`
      : sql``
  const where = [
    ...lookup.conditions,
    ...conditions,
    ...periodConditions(filter, dateTable),
    ...afterPosition(page, date, sql.ref('n.payload_reference')),
  ]
  // Several numbers of one payload may have the prefix.
  const rows = sql`select ${filter.numbers ? sql`` : sql`distinct`} n.payload_reference, ${date} from payload_numbers n ${join}
    where ${sql.join(where, sql` and `)}
    order by ${inOrder(page, date, sql.ref('n.payload_reference'))} limit ${sql.lit(limit)}`
  return sql`select branch.* from ${eachOf(lookup, rows)}`
}

/**
 * Whether more payloads have a number with the filter's prefix than are worth sorting: reading the list in its order, and
 * checking each row, finds a page sooner. Reads no more than that many rows.
 */
export const isPrefixFrequent = async (
  tx: TenantTransaction,
  filter: PayloadFilter,
  visible: readonly Visibility[],
): Promise<boolean> => {
  if (filter.number_prefix === undefined || filter.numbers) return false
  const branches = scopesOf(visible, filter.groups).map((scope) => {
    const lookup = lookupOf(tx.client, filter, scope)
    const rows = sql`select 1 from payload_numbers n where ${sql.join(lookup.conditions, sql` and `)}
      limit ${sql.lit(maxCountedRows)}`
    return sql`select 1 from ${eachOf(lookup, rows)}`
  })
  if (branches.length === 0) return false
  const counted = await sql<{ total: number }>`select count(*) as total
    from (select from (${sql.join(branches, sql` union all `)}) found limit ${sql.lit(maxCountedRows)}) counted`.execute(
    tx.db,
  )
  return (counted.rows[0]?.total ?? 0) >= maxCountedRows
}
