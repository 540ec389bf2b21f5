import { type CallInput, type calls, countedDays, type PayloadDays, payloadTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { countDays } from '../payloads/index.ts'

/** `GET /payload_days`: counts what the caller may read, as the lists show it. */
export const getPayloadDays = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.getPayloadDays>,
): Promise<PayloadDays> => {
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  const period = { now: new Date(), count: query.days ?? countedDays, timezone: query.timezone }
  const { timezone, dates, byType } = await ctx.read((tx) => countDays(tx, visible, period))
  const types = payloadTypes.flatMap((payload_type) => {
    const days = byType.get(payload_type)
    return days ? [{ payload_type, days: [...days] }] : []
  })
  return { client: ctx.client, timezone, dates: [...dates], types }
}
