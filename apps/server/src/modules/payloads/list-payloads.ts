import type { Visibility } from '@holdfast/access'
import { type Payload, type PayloadQuery, type PayloadType, payloadTypes } from '@holdfast/contract'
import { answerList, type RequestContext } from '../../core/calls/index.ts'
import { finish } from '../../platform/database/index.ts'
import { type PayloadFilter, withDefaults } from './payload-filter.ts'
import { isPrefixFrequent } from './payload-number-query.ts'
import type { PayloadPage } from './payload-order.ts'
import { payloadPageStatement } from './payload-page-query.ts'
import { visibleInBoth } from './payload-scope.ts'
import { totalOfPayloads } from './payload-totals.ts'

/** `GET /payloads` and the more specific lists: by time, in the groups and of the types that the caller may read. */
export const listPayloadsWith = async (
  ctx: RequestContext,
  query: PayloadQuery,
  narrowing: Partial<PayloadFilter> = {},
) => {
  const { sort = 'desc' } = query
  const filter = withDefaults({ ...query.filter, ...narrowing })
  const visible = await visibleTo(ctx, filter)
  return answerList<PayloadFilter, Payload, Payload>(
    ctx,
    { ...query, filter },
    {
      list: sort === 'asc' ? 'payloads, oldest first' : 'payloads',
      rows: (_filter, limit, position) => readPage(ctx, { filter, sort, limit, position }, visible),
      positionOf: (payload) => [payload[filter.date_filter_type], payload.payload_reference],
      toItems: (payloads) => payloads,
      total: () => ctx.read((tx) => totalOfPayloads(tx, filter, visible)),
    },
  )
}

/** Whether a recording has comments is known only to those who may read them. */
const visibleTo = async (ctx: RequestContext, { payload_types, is_commented }: PayloadFilter) => {
  const types: readonly PayloadType[] = payload_types ?? payloadTypes
  const readable = await ctx.visibility('payloads:read', types)
  if (is_commented === undefined) return readable
  return visibleInBoth(readable, await ctx.visibility('comments:read', types))
}

const readPage = (
  ctx: RequestContext,
  page: Pick<PayloadPage, 'filter' | 'sort' | 'limit' | 'position'>,
  visible: readonly Visibility[],
): Promise<Payload[]> =>
  ctx.read(async (tx) => {
    const isFrequent = await isPrefixFrequent(tx, page.filter, visible)
    const statement = payloadPageStatement({ ...page, client: tx.client, isPrefixFrequent: isFrequent }, visible)
    return statement ? finish([statement], (rows) => rows) : []
  })
