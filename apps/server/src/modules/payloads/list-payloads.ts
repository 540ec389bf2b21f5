import { type Payload, type PayloadQuery, type PayloadType, payloadTypes } from '@holdfast/contract'
import { answerList, type RequestContext } from '../../core/calls/index.ts'
import { type PayloadFilter, withDefaults } from './payload-filter.ts'
import { payloadPageStatement } from './payload-page-query.ts'
import { totalOfPayloads } from './payload-totals.ts'

/** `GET /payloads` and the more specific lists: newest first, in the groups and of the types that the caller may read. */
export const listPayloadsWith = async (
  ctx: RequestContext,
  query: PayloadQuery,
  narrowing: Partial<PayloadFilter> = {},
) => {
  const filter = withDefaults({ ...query.filter, ...narrowing })
  const visible = await ctx.visibility('payloads:read', wantedTypes(filter))
  return answerList<PayloadFilter, Payload, Payload>(
    ctx,
    { ...query, filter },
    {
      list: 'payloads',
      rows: async (_filter, limit, position) => {
        const page = payloadPageStatement({ client: ctx.client, filter, limit, position }, visible)
        return page ? await ctx.readOnce(page) : []
      },
      positionOf: (payload) => [payload[filter.date_filter_type], payload.payload_reference],
      toItems: (payloads) => payloads,
      total: () => ctx.read((tx) => totalOfPayloads(tx, filter, visible)),
    },
  )
}

const wantedTypes = ({ payload_types }: PayloadFilter): readonly PayloadType[] => payload_types ?? payloadTypes
