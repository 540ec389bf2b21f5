import type { PayloadType } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { queryBuilder, type Statement } from '../../platform/database/index.ts'
import type { TextSource, WordHash } from './word-hashes.ts'

/*
 * How the words of a search are looked up in payload_words. Only rows of the caller's groups, types and sources are read, so that
 * neither hits nor the time that they take tell of others.
 */

/** Payloads of which the caller may search the same sources. No payload belongs to two scopes of a search. */
export interface SearchScope {
  payload_types: readonly PayloadType[]
  /** `null`: all groups. */
  groups: readonly string[] | null
  sources: readonly TextSource[]
}

/** What a term of a search looks for: any of these words. */
export type TermWords = Readonly<Record<TextSource, readonly WordHash[]>>

export interface WordSearch {
  client: string
  scopes: readonly SearchScope[]
  /** All of them must occur. */
  terms: readonly TermWords[]
  /** None of them may occur. */
  excluded: readonly TermWords[]
}

export interface Candidates {
  /** The place of the term whose payloads are read. */
  term: number
  /** Further conditions for a row of `payload_words w`. */
  conditions: readonly RawBuilder<unknown>[]
  /** By `payload_time` and `payload_reference`. */
  sort: 'asc' | 'desc'
  limit: number
}

/**
 * A query for the payloads with one term that come first in the order of the list: columns of their keys, the place of their scope,
 * and whether some look-up stopped before its end (`is_cut`). Each look-up reads few rows, and of all that were found only those
 * are returned that come no later than the last row of any look-up that stopped: behind it, rows may be missing.
 */
export const candidatesQuery = (
  search: WordSearch,
  { term, conditions, sort, limit }: Candidates,
): RawBuilder<unknown> => {
  const order = sql`payload_time ${sql.raw(sort)}, payload_reference ${sql.raw(sort)}`
  const rows = sql.lit(rowsOfProbe(search, term, limit))
  const each = search.scopes.map((scope, place) => {
    const { from, where } = probesOf(search.client, scope, search.terms[term])
    // The index for all groups does not have the group: reading it would need the row as well.
    const group = scope.groups ? sql`w."group"` : sql`null`
    return sql`select w.*, ${sql.lit(place)} as scope from ${from} cross join lateral (
      select w.payload_time, w.payload_reference, w.payload_type, ${group}::text as "group",
        row_number() over (order by ${order}) = ${rows} as is_last
      from payload_words w where ${sql.join([...where, ...conditions], sql` and `)} order by ${order} limit ${rows}) w`
  })
  return sql`with found as materialized (${sql.join(each, sql` union all `)})
    select distinct on (payload_time, payload_reference) payload_time, payload_reference, payload_type, "group", scope,
      exists (select from found where is_last) as is_cut
    from found where coalesce((payload_time, payload_reference) ${sql.raw(sort === 'asc' ? '<=' : '>=')}
      (select payload_time, payload_reference from found where is_last order by ${order} limit 1), true)
    order by ${order} limit ${sql.lit(limit)}`
}

/** The look-ups of a term share several times the rows that are wanted: groups have very different numbers of messages. */
const sharedRows = 24
const leastRowsOfProbe = 4

const rowsOfProbe = (search: WordSearch, term: number, limit: number): number =>
  Math.min(limit, shareOf(search, term, sharedRows * limit))

/** The share of each look-up of a term in so many rows. */
const shareOf = ({ scopes, terms }: WordSearch, term: number, rows: number): number => {
  const probes = scopes.reduce((sum, { payload_types, groups, sources }) => {
    const words = sources.reduce((count, source) => count + (terms[term]?.[source].length ?? 0), 0)
    return sum + words * payload_types.length * (groups?.length ?? 1)
  }, 0)
  return Math.max(leastRowsOfProbe, Math.ceil(rows / Math.max(probes, 1)))
}

/** One look-up for each word, type and group. */
const probesOf = (client: string, { payload_types, groups, sources }: SearchScope, term: TermWords | undefined) => {
  const words = sources.flatMap((source) => term?.[source] ?? [])
  const from = [
    sql`unnest(${words}::bigint[]) as probe_word`,
    sql`unnest(${payload_types}::text[]) as probe_type`,
    ...(groups ? [sql`unnest(${groups}::text[]) as probe_group`] : []),
  ]
  const where = [
    sql`w.client = ${client}`,
    groups ? sql`w.word = probe_word` : sql`w.word_of_all_groups = probe_word`,
    sql`w.payload_type = probe_type`,
    ...(groups ? [sql`w."group" = probe_group`] : []),
  ]
  return { from: sql.join(from, sql` cross join `), where }
}

export interface TermCount {
  term: number
  rows: number
  /** The mean time of these rows, in seconds since 1970; `null` without rows. */
  mean_time: number | null
}

/**
 * How many rows each term has, up to about `limit`, of which each look-up reads its share: a term with more rows in some groups
 * than in others is counted in all of them. Of two terms with the same number, the rarer one reaches farther back.
 */
export const countTermsStatement = (
  search: WordSearch,
  { conditions, sort, limit }: Omit<Candidates, 'term'>,
): Statement<TermCount> => {
  const order = sql`payload_time ${sql.raw(sort)}, payload_reference ${sql.raw(sort)}`
  const counts = search.terms.map((term, place) => {
    const rows = sql.lit(shareOf(search, place, limit))
    const each = search.scopes.map((scope) => {
      const { from, where } = probesOf(search.client, scope, term)
      return sql`select w.payload_time from ${from} cross join lateral (select w.payload_time from payload_words w
        where ${sql.join([...where, ...conditions], sql` and `)} order by ${order} limit ${rows}) w`
    })
    return sql`select ${sql.lit(place)} as term, count(*)::integer as rows,
        avg(extract(epoch from payload_time))::double precision as mean_time
      from (select payload_time from (${sql.join(each, sql` union all `)}) found limit ${sql.lit(2 * limit)}) counted`
  })
  return sql<TermCount>`${sql.join(counts, sql` union all `)}`.compile(queryBuilder)
}

/** The term with the fewest rows. Of those with the same number, the one whose rows are farthest from where the list begins. */
export const rarestOf = (counts: readonly TermCount[], sort: 'asc' | 'desc'): TermCount => {
  const distance = ({ mean_time }: TermCount) => (mean_time ?? 0) * (sort === 'asc' ? 1 : -1)
  const [rarest = { term: 0, rows: Number.POSITIVE_INFINITY, mean_time: null }] = counts.toSorted(
    (a, b) => a.rows - b.rows || distance(b) - distance(a),
  )
  return rarest
}

/**
 * Keeps those of the rows of `candidates c` that have all other terms and none of the excluded ones. Each look-up is a lateral join
 * with a limit: as a semi-join, PostgreSQL may read all rows of a word.
 */
export const matchesOf = (
  search: WordSearch,
  driver: number,
): { joins: readonly RawBuilder<unknown>[]; conditions: readonly RawBuilder<unknown>[] } => {
  const wanted = search.terms.flatMap((term, place) => (place === driver ? [] : [{ term, name: `term_${place}` }]))
  const unwanted = search.excluded.map((term, place) => ({ term, name: `excluded_${place}` }))
  return {
    joins: [
      ...wanted.map(({ term, name }) => sql`cross join lateral (${foundIn(search, term)}) ${sql.id(name)}`),
      ...unwanted.map(({ term, name }) => sql`left join lateral (${foundIn(search, term)}) ${sql.id(name)} on true`),
    ],
    conditions: [
      ...wanted.map(({ name }) => sql`${sql.id(name)}.found = 1`),
      ...unwanted.map(({ name }) => sql`${sql.id(name)}.found is null`),
    ],
  }
}

/** The condition that comments alone have all terms, for payloads whose content must not be searched. */
export const isInComments = (search: WordSearch): RawBuilder<unknown> => {
  const each = search.terms.map((term) => sql`exists (${foundIn(search, { ...term, message: [] })})`)
  return sql.join(each, sql` and `)
}

/** A look-up by the whole key, in the index that the scope of the candidate reads. */
const foundIn = ({ client, scopes }: WordSearch, term: TermWords): RawBuilder<unknown> => {
  const lookUp = (isOfAllGroups: boolean): RawBuilder<unknown>[] => {
    const words = scopes.flatMap(({ sources, groups }, place) =>
      (groups === null) === isOfAllGroups
        ? [sql`when ${sql.lit(place)} then ${sources.flatMap((source) => term[source])}::bigint[]`]
        : [],
    )
    if (words.length === 0) return []
    const wordAndGroup = isOfAllGroups
      ? sql`o.word_of_all_groups = any(case c.scope ${sql.join(words, sql` `)} end)`
      : sql`o.word = any(case c.scope ${sql.join(words, sql` `)} end) and o."group" = c."group"`
    return [
      sql`select 1 as found from payload_words o where o.client = ${client} and ${wordAndGroup}
        and o.payload_type = c.payload_type and o.payload_time = c.payload_time
        and o.payload_reference = c.payload_reference`,
    ]
  }
  return sql`${sql.join([...lookUp(true), ...lookUp(false)], sql` union all `)} limit 1`
}
