import type { PayloadQuery } from '@holdfast/contract'
import type { Handlers, RequestContext } from '../../core/calls/index.ts'
import { listPayloadsWith, type PayloadFilter } from '../payloads/index.ts'
import { searchPayloads } from './search-payloads.ts'

/** The lists of payloads: by time alone, or searched for words. */
const listOrSearch = (ctx: RequestContext, query: PayloadQuery, narrowing: Partial<PayloadFilter> = {}) => {
  const { text, ...filter } = query.filter ?? {}
  const request = { ...query, filter }
  return text === undefined
    ? listPayloadsWith(ctx, request, narrowing)
    : searchPayloads(ctx, { ...request, text }, narrowing)
}

export const payloadSearchHandlers = {
  listPayloads: (ctx, { query }) => listOrSearch(ctx, query),
  listDevicePayloads: (ctx, { params, query }) =>
    listOrSearch(ctx, query, { device_references: [params.device_reference] }),
  listDeviceUserPayloads: (ctx, { params, query }) =>
    listOrSearch(ctx, query, { device_user_references: [params.device_user_reference] }),
} satisfies Partial<Handlers>
