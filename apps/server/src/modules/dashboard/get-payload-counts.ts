import { type CallInput, type calls, countedDays, type PayloadCounts, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countComments } from '../comments/index.ts'
import { countDays, countPayloadTypes } from '../payloads/index.ts'

/** `GET /payload_counts`: counts what the caller may read, in the groups and of the types that the lists show as well. */
export const getPayloadCounts = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getPayloadCounts>,
): Promise<PayloadCounts> => {
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  const ofComments = await ctx.visibility('comments:read', payloadTypes)
  const period = { now: new Date(), count: countedDays, timezone: query.timezone }
  const { days, types } = await ctx.read(async (tx) => {
    const counted = await countDays(tx, visible, period)
    return {
      days: counted,
      types: await countPayloadTypes(tx, visible, counted, query.since ?? counted.dates[0] ?? ''),
    }
  })
  const { timezone, dates, starts } = days
  const comments = ofComments.length === 0 ? null : await countComments(ctx, starts)
  return { client: ctx.client, timezone, dates: [...dates], types, comments }
}
