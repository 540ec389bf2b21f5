import { type CallInput, type calls, countedDays, type PayloadDays, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countDays, countFilteredDays } from '../payloads/index.ts'

/** `GET /payload_days`: counts what the caller may read, as the lists show it. */
export const getPayloadDays = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getPayloadDays>,
): Promise<PayloadDays> => {
  const { filter, until, timezone: wanted, days: count = countedDays } = query
  const { timezone, dates, byType } = filter
    ? await countFilteredDays(ctx, filter, { count, timezone: wanted, until })
    : await countAll(ctx, { now: new Date(), count, timezone: wanted })
  const types = payloadTypes.flatMap((payload_type) => {
    const days = byType.get(payload_type)
    return days ? [{ payload_type, days: [...days] }] : []
  })
  return { client: ctx.client, timezone, dates: [...dates], types }
}

const countAll = async (ctx: RequestContext, period: Parameters<typeof countDays>[2]) => {
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  return ctx.read((tx) => countDays(tx, visible, period))
}
