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
  /** By `payload_time` and `payload_reference`, which each table of the query has. */
  order: RawBuilder<unknown>
  limit: number
}

/** A query for the payloads with one term, in the order of the list: columns of their keys, and the place of their scope. */
export const candidatesQuery = (
  { client, scopes, terms }: WordSearch,
  { term, conditions, order, limit }: Candidates,
): RawBuilder<unknown> => {
  const each = scopes.map((scope, place) => {
    const { from, where } = probesOf(client, scope, terms[term])
    return sql`select w.*, ${sql.lit(place)} as scope from ${from} cross join lateral (
      select w.payload_time, w.payload_reference, w."group", w.payload_type from payload_words w
      where ${sql.join([...where, ...conditions], sql` and `)} order by ${order} limit ${sql.lit(limit)}) w`
  })
  return sql`select distinct on (payload_time, payload_reference) * from (${sql.join(each, sql` union all `)}) found
    order by ${order} limit ${sql.lit(limit)}`
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

/** How many rows each term has, up to `limit`: the rarest of them is read first. */
export const countTermsStatement = (
  { client, scopes, terms }: WordSearch,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Statement<{ term: number; rows: number }> => {
  const counts = terms.map((term, place) => {
    const each = scopes.map((scope) => {
      const { from, where } = probesOf(client, scope, term)
      return sql`select w.found from ${from} cross join lateral (select 1 as found from payload_words w
        where ${sql.join([...where, ...conditions], sql` and `)} limit ${sql.lit(limit)}) w`
    })
    return sql`select ${sql.lit(place)} as term, count(*) as rows
      from (select found from (${sql.join(each, sql` union all `)}) found limit ${sql.lit(limit)}) counted`
  })
  return sql<{ term: number; rows: number }>`${sql.join(counts, sql` union all `)}`.compile(queryBuilder)
}

/**
 * Keeps those of the rows of `candidates c` that have all other terms and none of the excluded ones. Each look-up is a lateral join
 * with a limit: as a semi-join, PostgreSQL may read all rows of a word.
 */
export const matchesOf = (
  search: WordSearch,
  driver: number,
): { joins: readonly RawBuilder<unknown>[]; conditions: readonly RawBuilder<unknown>[] } => {
  const wanted = search.terms.flatMap((term, place) => {
    if (place === driver) return []
    return [sql`cross join lateral (${foundIn(search, term)}) ${sql.id(`term_${place}`)}`]
  })
  const unwanted = search.excluded.map(
    (term, place) => sql`left join lateral (${foundIn(search, term)}) ${sql.id(`excluded_${place}`)} on true`,
  )
  return {
    joins: [...wanted, ...unwanted],
    conditions: search.excluded.map((_, place) => sql`${sql.id(`excluded_${place}`)}.found is null`),
  }
}

/** The condition that comments alone have all terms, for payloads whose content must not be searched. */
export const isInComments = (search: WordSearch): RawBuilder<unknown> => {
  const each = search.terms.map((term) => sql`exists (${foundIn(search, { ...term, message: [] })})`)
  return sql.join(each, sql` and `)
}

const foundIn = ({ client, scopes }: WordSearch, term: TermWords): RawBuilder<unknown> => {
  const words = scopes.map(({ sources }, place) => {
    return sql`when ${sql.lit(place)} then ${sources.flatMap((source) => term[source])}::bigint[]`
  })
  return sql`select 1 as found from payload_words o where o.client = ${client}
    and o.word = any(case c.scope ${sql.join(words, sql` `)} end) and o."group" = c."group"
    and o.payload_type = c.payload_type and o.payload_time = c.payload_time
    and o.payload_reference = c.payload_reference limit 1`
}
