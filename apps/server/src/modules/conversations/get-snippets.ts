import { type CallInput, type calls, type MessageSnippet, messageTypes } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { problemOfReason } from '../account-settings/index.ts'
import { listedMessagesStatement } from '../payloads/index.ts'
import { type OpenedText, openTexts, statusesOf } from './open-texts.ts'
import { recordSnippets } from './record-texts.ts'

const snippetCharacters = 160

/**
 * `GET /conversations/snippets`: the beginnings of messages, recorded before they are returned. A screen asks for the messages that came into
 * view. Hidden and unknown messages are answered alike.
 * @throws ProductError `playback.reason_required`, `playback.reason_not_listed`
 */
export const getSnippets = async (ctx: RequestContext, { query }: CallInput<typeof calls.getSnippets>) => {
  const { payload_references: references, reason } = query
  const groups = await ctx.groups()
  const found = await ctx.readOnce(listedMessagesStatement({ client: ctx.client, references }))
  const messages = found.filter(({ payload_type, group: name }) => {
    const group = groups.get(name)
    const isMessage = messageTypes.some((type) => type === payload_type)
    return isMessage && group && ctx.access.can('payloads:read', { group, payload_type })
  })
  const problem = await problemOfReason(ctx, reason)
  if (problem && (await statusesOf(ctx, messages)).some(({ status }) => status === 'Ok')) throw problem
  const texts = await openTexts(ctx, messages)
  const textOf = new Map(messages.map(({ payload_reference }, index) => [payload_reference, texts[index]]))
  const items = references.map((payload_reference): MessageSnippet => {
    const text = textOf.get(payload_reference)
    return { payload_reference, status: text?.status ?? 'NoMatchingRecord', snippet: text ? snippetOf(text) : null }
  })
  const refused = items
    .map(({ status }) => status)
    .find((status) => status !== 'Ok' && status !== 'NoS3Url' && status !== 'Damaged')
  if (refused) ctx.recordRefusal({ reason: refused, isDenial: true })
  await recordSnippets(ctx, items, reason)
  return { items, count: items.length, last_key: null }
}

/** One line: a message may consist of thousands of empty ones. */
const snippetOf = ({ subject, text }: OpenedText): string | null => {
  if (text === null) return null
  const line = [subject, text]
    .filter((part) => part)
    .join(' – ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line.slice(0, 2 * snippetCharacters + 1))
  return characters.length > snippetCharacters ? `${characters.slice(0, snippetCharacters).join('')}…` : line
}
