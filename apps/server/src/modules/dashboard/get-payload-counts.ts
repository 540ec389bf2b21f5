import { type CallInput, type calls, countedDays, type PayloadCounts, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countComments } from '../comments/index.ts'
import { countPayloadTypes } from '../payloads/index.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The counted days as yyyy-mm-dd in UTC, like those of the counters, earliest first. */
const daysUntil = (today: Date): string[] =>
  Array.from({ length: countedDays }, (_, index) =>
    new Date(today.getTime() - (countedDays - 1 - index) * dayMs).toISOString().slice(0, 10),
  )

/** `GET /payload_counts`: counts what the caller may read, in the groups and of the types that the lists show as well. */
export const getPayloadCounts = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getPayloadCounts>,
): Promise<PayloadCounts> => {
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  const ofComments = await ctx.visibility('comments:read', payloadTypes)
  const days = daysUntil(new Date())
  const since = query.since ?? days[0] ?? ''
  return {
    client: ctx.client,
    types: await ctx.read((tx) => countPayloadTypes(tx, visible, { days, since })),
    comments: ofComments.length === 0 ? null : await countComments(ctx, days),
  }
}
