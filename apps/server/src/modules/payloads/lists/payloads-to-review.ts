import type { Visibility } from '@holdfast/access'
import { type PayloadState, payloadTypes } from '@holdfast/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import {
  finish,
  queryBuilder,
  type Statement,
  type Tables,
  type TenantTransaction,
} from '../../../platform/database/index.ts'
import { withSpellings } from '../numbers/number-spellings.ts'
import { visiblePayloads } from './list-payloads.ts'
import { type Arrival, type PayloadFilter, withDefaults } from './payload-filter.ts'
import { isPrefixFrequent } from './payload-number-query.ts'
import { payloadKeysQuery } from './payload-page-query.ts'
import { visibleInBoth } from './payload-scope.ts'

const statesWithContent: readonly PayloadState[] = ['Processed', 'Transferred']

/** There is content, or there never will be any: aborted and blocked calls. In other states, content may still arrive after the mark. */
export const reviewableStates: readonly PayloadState[] = [...statesWithContent, 'NotRecorded']

export type PayloadToReview = Pick<
  Selectable<Tables['payloads']>,
  'payload_reference' | 'payload_type' | 'group' | 'device_user_reference' | 'payload_time'
>

/**
 * The recordings that a filter matches, those with content unless it names states, of those that the caller may read and whose reviews they manage, newest first and at most
 * `limit`.
 * @param arrived of these alone
 */
export const payloadsToReview = async (
  ctx: RequestContext,
  wanted: Partial<PayloadFilter>,
  limit: number,
  arrived?: Arrival,
): Promise<PayloadToReview[]> => {
  return matchingToReview(ctx, wanted, { visible: await visibleToReview(ctx, wanted), limit, arrived })
}

/** The groups and kinds, of those of a filter, that the caller may read and whose reviews they manage. */
export const visibleToReview = async (ctx: RequestContext, wanted: Partial<PayloadFilter>): Promise<Visibility[]> => {
  const filter = filterToReview(wanted)
  const types = filter.payload_types ?? [...payloadTypes]
  const [readable, managed] = await Promise.all([visiblePayloads(ctx, filter), ctx.visibility('reviews:manage', types)])
  return visibleInBoth(readable, managed)
}

interface Matching {
  visible: readonly Visibility[]
  limit: number
  arrived?: Arrival | undefined
}

/** The same of what is visible to somebody, for calls and jobs. */
export const matchingToReview = async (
  reader: Pick<RequestContext, 'client' | 'read' | 'readOnce'>,
  wanted: Partial<PayloadFilter>,
  { visible, limit, arrived }: Matching,
): Promise<PayloadToReview[]> => {
  const searched = await withSpellings(reader, wanted)
  const found: PayloadToReview[] = []
  for (const filter of arrived ? filtersByArrival(searched, arrived) : [searched]) {
    const rows = await reader.read<PayloadToReview[]>(async (tx) => {
      const statement = await toReviewStatement(tx, filter, { visible, limit })
      return statement ? finish([statement], (rows) => rows) : []
    })
    found.push(...rows)
  }
  return arrived ? newestFirst(found).slice(0, limit) : found
}

/** Processed recordings are read in the order of processing; calls that were not recorded have no such time. */
const filtersByArrival = (wanted: Partial<PayloadFilter>, arrived: Arrival): Partial<PayloadFilter>[] => {
  const { date_filter_type = 'payload_time', date_from, date_to, ...filter } = wanted
  const { payload_states = statesWithContent } = filterToReview(wanted)
  const of = (states: readonly PayloadState[], order: PayloadFilter['date_filter_type']): Partial<PayloadFilter> => ({
    ...filter,
    payload_states: payload_states.filter((state) => states.includes(state)),
    date_filter_type: order,
    arrived,
    period: {
      date_filter_type,
      ...(date_from && { date_from }),
      ...(date_to && { date_to }),
    },
  })
  return [of(statesWithContent, 'processed_at'), of(['NotRecorded'], 'payload_time')].filter(
    ({ payload_states: states }) => states?.length !== 0,
  )
}

const newestFirst = (payloads: readonly PayloadToReview[]): PayloadToReview[] =>
  payloads.toSorted((one, other) => {
    if (one.payload_time !== other.payload_time) return one.payload_time < other.payload_time ? 1 : -1
    return one.payload_reference < other.payload_reference ? 1 : -1
  })

const filterToReview = (wanted: Partial<PayloadFilter>): PayloadFilter => {
  const { payload_states = statesWithContent } = wanted
  return withDefaults({
    ...wanted,
    payload_states: payload_states.filter((state) => reviewableStates.includes(state)),
  })
}

/** The statement that reads what can be reviewed of what a filter matches, newest first; `null` if that can be nothing. */
export const toReviewStatement = async (
  tx: TenantTransaction,
  wanted: Partial<PayloadFilter>,
  { visible, limit }: { visible: readonly Visibility[]; limit: number },
): Promise<Statement<PayloadToReview> | null> => {
  const filter = filterToReview(wanted)
  const page = { client: tx.client, filter, sort: 'desc', limit, position: null } as const
  const keys = payloadKeysQuery({ ...page, isPrefixFrequent: await isPrefixFrequent(tx, filter, visible) }, visible)
  return keys && readStatement(tx.client, keys)
}

const readStatement = (client: string, keys: RawBuilder<unknown>): Statement<PayloadToReview> =>
  sql<PayloadToReview>`select p.payload_reference, p.payload_type, p."group", p.device_user_reference, p.payload_time
    from (${keys}) page join payloads p on p.client = ${client} and p.payload_reference = page.payload_reference
    order by p.payload_time desc, p.payload_reference desc`.compile(queryBuilder)
