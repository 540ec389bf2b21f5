import { type CallInput, type calls, limits, ProductError, spanOfDateParameter } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { listedMessagesStatement, type Thread, type ThreadPosition, threadPageStatement } from '../payloads/index.ts'
import type { ThreadKey } from './thread-key.ts'

/** Messages of a conversation that follow each other, the earliest first. */
export interface ThreadMessages {
  messages: readonly PayloadRow[]
  hasEarlier: boolean
  hasLater: boolean
  /** The last of them is the newest message of the conversation. */
  isAtEnd: boolean
  /** The message that was asked for. */
  focus: string | null
}

type Query = CallInput<typeof calls.getConversation>['query']

/** The page at which a conversation is opened. @throws ProductError `request.not_found` if `around` is no message of it */
export const firstPage = async (
  ctx: RequestContext,
  thread: Thread,
  { around, date, at = 'first' }: Query,
  limit: number,
): Promise<ThreadMessages> => {
  if (around !== undefined) {
    const page = await pageAround(ctx, thread, await positionOf(ctx, thread, around), limit)
    return { ...page, focus: around }
  }
  if (date !== undefined) {
    const { from } = spanOfDateParameter(date)
    const page = await pageAround(ctx, thread, { time: from, payload_reference: '' }, limit)
    const first = page.messages.find(({ payload_time }) => payload_time >= from) ?? page.messages.at(-1)
    return { ...page, focus: first?.payload_reference ?? null }
  }
  const { messages, hasMore } = await read(ctx, thread, at === 'first' ? 'later' : 'earlier', null, false, limit)
  const hasLater = at === 'first' && hasMore
  return { messages, hasEarlier: at === 'last' && hasMore, hasLater, isAtEnd: !hasLater, focus: null }
}

export const furtherPage = async (
  ctx: RequestContext,
  thread: Thread,
  { direction, from }: ThreadKey,
  limit: number,
): Promise<ThreadMessages> => {
  const { messages, hasMore } = await read(ctx, thread, direction, from, false, limit)
  return {
    messages,
    hasEarlier: direction === 'earlier' && hasMore,
    hasLater: direction === 'later' && hasMore,
    isAtEnd: direction === 'later' && !hasMore,
    focus: null,
  }
}

/** Half of the page is before the position. */
const pageAround = async (ctx: RequestContext, thread: Thread, position: ThreadPosition, limit: number) => {
  const before = Math.floor(limit / 2)
  const [earlier, later] = await Promise.all([
    read(ctx, thread, 'earlier', position, false, before),
    read(ctx, thread, 'later', position, true, limit - before),
  ])
  return {
    messages: [...earlier.messages, ...later.messages],
    hasEarlier: earlier.hasMore,
    hasLater: later.hasMore,
    isAtEnd: !later.hasMore,
  }
}

const positionOf = async (ctx: RequestContext, thread: Thread, reference: string): Promise<ThreadPosition> => {
  const { client, device_reference, thread_id, pairs } = thread
  const [message] = await ctx.readOnce(listedMessagesStatement({ client, references: [reference] }))
  const isInThread =
    message?.device_reference === device_reference &&
    message.thread_id === thread_id &&
    pairs.some(({ group, payload_type }) => group === message.group && payload_type === message.payload_type)
  if (!isInThread) throw new ProductError('request.not_found')
  return { time: message.payload_time, payload_reference: reference }
}

/** At most `limit` messages, the earliest first, and fewer if they are large. */
const read = async (
  ctx: RequestContext,
  thread: Thread,
  direction: 'earlier' | 'later',
  from: ThreadPosition | null,
  isInclusive: boolean,
  limit: number,
): Promise<{ messages: PayloadRow[]; hasMore: boolean }> => {
  const found = await ctx.readOnce(threadPageStatement(thread, { direction, from, isInclusive, limit: limit + 1 }))
  const messages = withinBytes(found.slice(0, limit))
  const hasMore = messages.length < found.length
  return { messages: direction === 'later' ? messages : messages.toReversed(), hasMore }
}

/** All of them are opened, so a page ends before its messages exceed a limit. It has at least one. */
const withinBytes = (messages: readonly PayloadRow[]): PayloadRow[] => {
  let bytes = 0
  const index = messages.findIndex(({ size }) => {
    bytes += size ?? 0
    return bytes > limits.maxConversationPageBytes
  })
  return messages.slice(0, index === -1 ? messages.length : Math.max(1, index))
}
