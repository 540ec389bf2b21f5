import type { Payload } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { queryBuilder, type Statement } from '../../../platform/database/index.ts'
import type { Position } from '../../../platform/http/index.ts'
import { type PayloadFilter, periodConditions, rowConditions } from './payload-filter.ts'
import { hasNumber, hasNumberWithPrefix } from './payload-number-query.ts'
import { afterPosition, inOrder } from './payload-order.ts'
import { listedColumns } from './payload-page-query.ts'

/** A search in a list of payloads that is sorted by `payload_time`. */
export interface SearchedList {
  client: string
  filter: PayloadFilter
  sort: 'asc' | 'desc'
}

const time = sql.ref('payload_time')
const reference = sql.ref('payload_reference')

/** The order of such a list, for tables with both columns. */
const orderOfHits = (list: Pick<SearchedList, 'sort'>): RawBuilder<unknown> => inOrder(list, time, reference)

/** The conditions for rows `w` with the time and reference of a payload that come after the position. */
export const pageConditions = (list: SearchedList, position: Position | null): RawBuilder<unknown>[] => [
  ...periodConditions(list.filter, 'w'),
  ...afterPosition({ ...list, position }, sql.ref('w.payload_time'), sql.ref('w.payload_reference')),
]

interface HitsQuery {
  list: SearchedList
  /** A query for keys of payloads, the place of their scope, and whether more may follow (`is_cut`). */
  candidates: RawBuilder<unknown>
  /** What else rows of `candidates c` must have. Few of them have it: their payloads are read only then. */
  joins: readonly RawBuilder<unknown>[]
  conditions: readonly RawBuilder<unknown>[]
  /** The condition under which a payload is found although its content must not be searched. */
  otherwise: RawBuilder<unknown>
  limit: number
}

/**
 * A row for each hit, and one without a scope for the last of the candidates, with their number in `walked` and whether more may
 * follow.
 */
export interface HitRow {
  payload_time: string
  payload_reference: string
  scope: number | null
  walked: number
  is_cut: boolean
}

/** The statement that keeps the candidates that the filter of the list asks for. */
export const hitsStatement = (query: HitsQuery): Statement<HitRow> => {
  const { list, candidates, joins, conditions, otherwise, limit } = query
  const { numbers, number_prefix } = list.filter
  const ofPayload = [
    ...conditions,
    sql`p.client = ${list.client}`,
    sql`p.payload_reference = c.payload_reference`,
    ...rowConditions(list.filter, list.client),
    ...(numbers ? [hasNumber(numbers)] : []),
    ...(number_prefix === undefined ? [] : [hasNumberWithPrefix(list.filter)]),
    // The same as `contentWithheld` of modules/playback.
    sql`((p.payload_state in ('Processed', 'Transferred') and not p.is_personal_number) or (${otherwise}))`,
  ]
  const order = orderOfHits(list)
  const reversed = orderOfHits({ sort: list.sort === 'asc' ? 'desc' : 'asc' })
  return sql<HitRow>`with candidates as materialized (${candidates})
    (select c.payload_time, c.payload_reference, c.scope, 0 as walked, c.is_cut from candidates c
      ${sql.join(joins, sql` `)}
      cross join lateral (select from payloads p where ${sql.join(ofPayload, sql` and `)} limit 1) p
      order by ${order} limit ${sql.lit(limit)})
    union all
    (select payload_time, payload_reference, null, (select count(*) from candidates)::integer, is_cut from candidates
      order by ${reversed} limit 1)`.compile(queryBuilder)
}

/** The statement for the payloads of a page of hits, in the order of the list. */
export const hitPayloadsStatement = (list: SearchedList, references: readonly string[]): Statement<Payload> =>
  sql<Payload>`select p.* from unnest(${references}::text[]) as wanted (reference)
    cross join lateral (select ${listedColumns} from payloads p
      where p.client = ${list.client} and p.payload_reference = wanted.reference limit 1) p
    order by ${inOrder(list, sql.ref('p.payload_time'), sql.ref('p.payload_reference'))}`.compile(queryBuilder)
