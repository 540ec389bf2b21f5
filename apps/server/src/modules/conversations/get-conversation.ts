import {
  type CallInput,
  type ConversationMessage,
  type ConversationSummary,
  type calls,
  limits,
  messageTypes,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { problemOfReason } from '../account-settings/index.ts'
import { listedMessagesStatement, type Thread, threadDaysStatement, withVisibleReviews } from '../payloads/index.ts'
import { issuePlaybackAddress } from '../playback/index.ts'
import { type ThreadRow, visibleRowsOf } from './find-thread.ts'
import { type OpenedText, openTexts, statusesOf } from './open-texts.ts'
import { partiesOf } from './parties-of.ts'
import { type Opening, openingOf, recordTexts } from './record-texts.ts'
import { readThreadKey, signThreadKey, type ThreadKey } from './thread-key.ts'
import { firstPage, furtherPage, type ThreadMessages } from './thread-page.ts'

type Input = CallInput<typeof calls.getConversation>

const defaultLimit = 50

/**
 * `GET /devices/{device_reference}/sms/{thread_id}`: a page of a conversation, and, on the first page, what is known of it as a
 * whole.
 */
export const getConversation = async (ctx: RequestContext, { params, query }: Input) => {
  const visible = await ctx.visibility('payloads:read', messageTypes)
  const rows = await visibleRowsOf(ctx, params, visible)
  const [newest] = rows
  if (!newest) throw new ProductError('request.not_found')
  ctx.setAuditGroup(newest.group)
  if (query.query_result_type === 'total') return { total: countOf(rows) }
  const { limit = defaultLimit, last_key, with_text = true } = query
  const thread: Thread = { client: ctx.client, ...params, pairs: pairsOf(rows) }
  const key = last_key === undefined ? null : readThreadKey(ctx, params, last_key)
  const isContinued = (query.around ?? query.date ?? query.at) === undefined
  const page =
    key && isContinued ? await furtherPage(ctx, thread, key, limit) : await firstPage(ctx, thread, query, limit)
  const { items, opening } = with_text
    ? await withTexts(ctx, params, page.messages, { former: key?.opening ?? null, reason: query.reason })
    : { items: withoutAddresses(page.messages, await statusesOf(ctx, page.messages)), opening: key?.opening ?? null }
  const keyOf = (direction: 'earlier' | 'later', message: MessagePlace | undefined): string | null =>
    message ? signThreadKey(ctx, params, { direction, from: message, opening }) : null
  return {
    items: await withVisibleReviews(ctx, items),
    count: items.length,
    last_key: page.hasLater ? keyOf('later', page.messages.at(-1)) : null,
    first_key: page.hasEarlier ? keyOf('earlier', page.messages[0]) : null,
    end_key: page.isAtEnd ? keyOf('later', page.messages.at(-1) ?? endOf(key)) : null,
    conversation: key ? null : await summaryOf(ctx, thread, rows, newest, query.timezone),
    focus: page.focus,
  }
}

type MessagePlace = Pick<PayloadRow, 'payload_time' | 'payload_reference'>

/** The place of a page without messages: behind the last one that the caller has read. */
const endOf = (key: ThreadKey | null): MessagePlace | undefined =>
  key ? { payload_time: key.from.time, payload_reference: key.from.payload_reference } : undefined

const pairsOf = (rows: readonly ThreadRow[]): Thread['pairs'] => [
  ...new Map(rows.map(({ group, payload_type }) => [`${payload_type} ${group}`, { group, payload_type }])).values(),
]

const noText = { status: 'NoMatchingRecord', subject: null, text: null, is_text_cut: false } as const

const withoutAddresses = (messages: ThreadMessages['messages'], texts: readonly OpenedText[]): ConversationMessage[] =>
  messages.map((message, index) => ({ ...message, ...(texts[index] ?? noText), s3_url: null }))

/**
 * Messages with their texts, recorded as shown. Without any text, nothing was opened.
 * @throws ProductError `playback.reason_required`, `playback.reason_not_listed`
 */
const withTexts = async (
  ctx: RequestContext,
  thread: Input['params'],
  messages: ThreadMessages['messages'],
  { former, reason }: { former: Opening | null; reason: string | undefined },
): Promise<{ items: ConversationMessage[]; opening: Opening | null }> => {
  const readable = await statusesOf(ctx, messages)
  const problem = await problemOfReason(ctx, reason)
  if (problem && readable.some(({ status }) => status === 'Ok')) throw problem
  const texts = await openTexts(ctx, messages)
  if (texts.every(({ status }) => status !== 'Ok')) {
    return { items: withoutAddresses(messages, texts), opening: former }
  }
  const { isNew, ...opening } = openingOf(former)
  const session = await ctx.currentSession()
  const items = messages.map((message, index): ConversationMessage => {
    const text = texts[index] ?? noText
    const hasFiles = (message.media?.attachments?.length ?? 0) > 0
    const ticket = {
      payload_reference: message.payload_reference,
      action: 'play',
      opening: opening.opening,
      reason,
      session_from: session.sessions_valid_from_s,
    } as const
    return {
      ...message,
      ...text,
      s3_url: text.status === 'Ok' && hasFiles ? issuePlaybackAddress(ctx, ticket) : null,
    }
  })
  await recordTexts(ctx, { ...opening, isNew, reason }, thread, items)
  return { items, opening }
}

const countOf = (rows: readonly ThreadRow[]): number => rows.reduce((sum, row) => sum + row.messages, 0)

const summaryOf = async (
  ctx: RequestContext,
  thread: Thread,
  rows: readonly ThreadRow[],
  newest: ThreadRow,
  timezone: string | undefined,
): Promise<ConversationSummary> => {
  const { client, device_reference, thread_id } = thread
  const references = [newest.last_payload_reference]
  const [[last], days] = await Promise.all([
    ctx.readOnce(listedMessagesStatement({ client, references })),
    daysOf(ctx, thread, timezone),
  ])
  const messages = countOf(rows)
  return {
    device_reference,
    thread_id,
    device_user_reference: newest.device_user_reference || null,
    group: newest.group,
    ...partiesOf(last),
    messages,
    first_time: rows.map(({ first_time }) => first_time).sort()[0] ?? newest.first_time,
    last_time: newest.last_time,
    days,
    is_days_cut: messages > limits.maxMessagesCountedByDay,
  }
}

/** PostgreSQL may not know a new time zone of the browser's. */
const unknownTimeZone = '22023'

const daysOf = async (ctx: RequestContext, thread: Thread, timezone = 'UTC') => {
  try {
    return await ctx.readOnce(threadDaysStatement(thread, timezone))
  } catch (error) {
    if ((error as { code?: unknown }).code !== unknownTimeZone) throw error
    return ctx.readOnce(threadDaysStatement(thread, 'UTC'))
  }
}
