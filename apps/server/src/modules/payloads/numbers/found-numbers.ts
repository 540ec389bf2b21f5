import { dialledNumber, isDialledNumber, limits, payloadTypes } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { type FoundOfKind, firstOfKind, type RequestContext } from '../../../core/calls/index.ts'
import { queryBuilder, type Statement } from '../../../platform/database/index.ts'
import { lastDigitsOf, sameNumberAs } from '../../../platform/same-number.ts'
import { type ProbeRanges, partRanges } from '../content/part-ranges.ts'
import { lookupOfScope, rangesOf } from '../lists/payload-number-query.ts'
import { type Scope, scopesOf } from '../lists/payload-scope.ts'
import { namesOfNumbers } from './names-of-numbers.ts'
import { fewestOfWholeNumber } from './number-spellings.ts'
import { type FoundNumber, numbersNamed } from './numbers-named.ts'

/**
 * The numbers that contain the text, other spellings of it, and those of parties with a name that has words with this beginning or these beginnings, of
 * recordings that the caller may read: first the numbers that begin with it. A number that was found by its digits has a name from these
 * recordings, if there is one. For each group and type, an index is asked for one entry after the other until there are
 * enough numbers, so the work does not depend on how many recordings there are.
 */
export const foundNumbers = async (ctx: RequestContext, text: string): Promise<FoundOfKind> => {
  const scopes = scopesOf(await ctx.visibility('payloads:read', payloadTypes), undefined)
  if (scopes.length === 0) return firstOfKind([])
  const found = new Map<string, FoundNumber>()
  const isEnough = () => found.size > limits.maxFoundOfKind
  const add = (others: readonly FoundNumber[]) => {
    for (const each of others) if (!found.has(each.number)) found.set(each.number, each)
  }
  add(await ctx.readOnce(beginningWith(ctx.client, text, scopes)))
  if (!isEnough()) add(await sameNumbers(ctx, text, scopes))
  const ranges = isEnough() ? null : partRanges(text)
  if (ranges) add(await ctx.readOnce(withPartIn(ctx.client, ranges, scopes)))
  const named = isEnough() ? null : await numbersNamed(ctx, text, scopes)
  if (named) add(named.numbers)
  const { items, hasMore } = firstOfKind(
    [...found.values()].map(({ number, name }) => ({
      kind: 'number',
      reference: number,
      name: name || null,
      payload_type: null,
    })),
  )
  const unnamed = items.filter(({ name }) => name === null).map(({ reference }) => reference)
  const names = await namesOfNumbers(ctx, unnamed, scopes)
  return {
    items: items.map((item) => ({ ...item, name: item.name ?? names.get(item.reference) ?? null })),
    hasMore: hasMore || (named?.isCut ?? false),
  }
}

/** One more than are returned, to know whether there are more. */
const wanted = limits.maxFoundOfKind + 1

const beginningWith = (client: string, text: string, scopes: readonly Scope[]): Statement<FoundNumber> => {
  const ranges = rangesOf(text)
  const rows = sql`unnest(${ranges.map(({ from }) => from)}::text[], ${ranges.map(({ until }) => until)}::text[])
    as probe_range (range_from, range_until)`
  const each = scopes.map((scope) => firstOfScope(client, scope, numbers, { rows, count: ranges.length }))
  return sql<FoundNumber>`select distinct number, '' as name
    from (${sql.join(each, sql` union all `)}) found
    order by number limit ${wanted}`.compile(queryBuilder)
}

/** Other spellings of a whole number: 8 (916) 123-45-67 finds +79161234567. */
const sameNumbers = async (ctx: RequestContext, text: string, scopes: readonly Scope[]): Promise<FoundNumber[]> => {
  if (!isDialledNumber(text) || dialledNumber(text).length < fewestOfWholeNumber) return []
  const ranges = partRanges(lastDigitsOf(text))
  const found = ranges ? await ctx.readOnce(withPartIn(ctx.client, ranges, scopes)) : []
  const isSame = sameNumberAs(text)
  return found.filter(({ number, name }) => name === '' && isSame(number))
}

/** A part at the end of a number is the whole rest of it, so numbers that end with the text come first. */
const withPartIn = (client: string, ranges: ProbeRanges, scopes: readonly Scope[]): Statement<FoundNumber> => {
  const each = scopes.map((scope) => firstOfScope(client, scope, parts, ranges))
  return sql<FoundNumber>`select number, min(name) as name
    from (${sql.join(each, sql` union all `)}) found
    group by number order by min(part), number limit ${wanted}`.compile(queryBuilder)
}

/** What a range is looked up in, in the order of an index. */
interface Looked {
  table: string
  /** The column of the range. */
  column: string
  key: readonly string[]
  selected: readonly string[]
}

const numbers: Looked = { table: 'payload_numbers', column: 'number', key: ['number'], selected: ['number'] }
const parts: Looked = {
  table: 'party_parts',
  column: 'part',
  key: ['part', 'number'],
  selected: ['part', 'number', 'name'],
}

/**
 * One number may have many entries in a range: one for each repeated digit (at most 30), and one for each of its names. Eight numbers
 * can't reach this limit by their digits, only by names. Beyond it, entries of numbers that were found already are skipped.
 */
const steppedEntries = 256

const firstOfScope = (
  client: string,
  scope: Scope,
  { table, column, key, selected }: Looked,
  ranges: ProbeRanges,
): RawBuilder<unknown> => {
  const lookup = lookupOfScope(scope, ranges.count)
  const from = sql.join([ranges.rows, ...lookup.from], sql` cross join `)
  const kept = sql.join([sql`range_until`, ...lookup.names])
  const columnsOf = (row: string, columns: readonly string[]) =>
    sql.join(columns.map((name) => sql.ref(`${row}.${name}`)))
  const next = (condition: RawBuilder<unknown>) => sql`select ${columnsOf('n', selected)} from ${sql.table(table)} n
    where ${sql.join(
      [sql`n.client = ${client}`, ...lookup.conditions, condition, sql`n.${sql.ref(column)} < range_until`],
      sql` and `,
    )}
    order by ${columnsOf('n', key)} limit 1`
  const following = sql`(${columnsOf('n', key)}) > (${columnsOf('listed', key)})
    and (listed.place < ${steppedEntries}::int or n.number <> all(listed.found))`
  return sql`(with recursive listed as (
    select ${kept}, ${columnsOf('first', selected)}, array[first.number] as found, 1 as place
    from ${from} cross join lateral (${next(sql`n.${sql.ref(column)} >= range_from`)}) first
    union all
    select ${kept}, ${columnsOf('following', selected)},
      case when following.number = any(found) then found else found || following.number end, place + 1
    from listed cross join lateral (${next(following)}) following
    where cardinality(found) < ${wanted}::int
  ) select ${sql.join(selected.map((name) => sql.ref(name)))} from listed)`
}
