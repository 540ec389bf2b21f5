import type { RequestContext } from '../../core/calls/index.ts'
import { readPosition, signPosition } from '../../platform/http/index.ts'
import type { ThreadPosition } from '../payloads/index.ts'
import type { Opening } from './record-texts.ts'

interface ThreadParams {
  device_reference: string
  thread_id: string
}

/** Where a further page begins, and the opening to which it belongs; null before any text was shown. */
export interface ThreadKey {
  direction: 'earlier' | 'later'
  from: ThreadPosition
  opening: Opening | null
}

/** A key is valid for one conversation and one caller: it says whose opening the page belongs to. */
const identityOf = ({ client, actor }: RequestContext, { device_reference, thread_id }: ThreadParams) => ({
  list: 'conversation',
  client,
  filter: [device_reference, thread_id, actor.kind, actor.reference],
})

export const signThreadKey = (
  ctx: RequestContext,
  params: ThreadParams,
  { direction, from, opening }: Omit<ThreadKey, 'from'> & { from: { payload_time: string; payload_reference: string } },
): string =>
  signPosition(ctx.platform.keys, identityOf(ctx, params), [
    direction,
    from.payload_time,
    from.payload_reference,
    opening?.opening ?? null,
    opening?.opened_at ?? null,
  ])

/** @throws ProductError `list.bad_last_key` */
export const readThreadKey = (ctx: RequestContext, params: ThreadParams, text: string): ThreadKey => {
  const [direction, time, payload_reference, opening, openedAt] = readPosition(
    ctx.platform.keys,
    identityOf(ctx, params),
    text,
  )
  return {
    direction: direction === 'earlier' ? 'earlier' : 'later',
    from: { time: String(time), payload_reference: String(payload_reference) },
    opening: typeof opening === 'string' ? { opening, opened_at: Number(openedAt) } : null,
  }
}
