import {
  type CallInput,
  type Conversation,
  type ConversationQuery,
  type calls,
  messageTypes,
  type PayloadType,
} from '@holdfast/contract'
import { answerList, cappedTotal, type RequestContext } from '../../core/calls/index.ts'
import type { PayloadRow } from '../../platform/database/index.ts'
import { isReasonRequired } from '../account-settings/index.ts'
import { listedMessagesStatement } from '../payloads/index.ts'
import {
  type ConversationList,
  type ConversationRow,
  conversationCountStatement,
  conversationPageStatement,
} from './conversation-page-query.ts'
import { type OpenedText, openTexts, statusesOf } from './open-texts.ts'
import { partiesOf } from './parties-of.ts'
import { recordSnippets } from './record-texts.ts'

type Filter = NonNullable<ConversationQuery['filter']>

const snippetCharacters = 160

/** `GET /conversations`: the conversations of the messages that the caller may read, with the beginnings of their last messages. */
export const listConversations = async (ctx: RequestContext, { query }: CallInput<typeof calls.listConversations>) => {
  const { filter = {} } = query
  const types: readonly PayloadType[] = filter.payload_types ?? messageTypes
  const visible = await ctx.visibility('payloads:read', types)
  const list: ConversationList = { client: ctx.client, filter, visible }
  return answerList<Filter, ConversationRow, Conversation>(ctx, query, {
    list: 'conversations',
    rows: async (_filter, limit, position) => {
      const statement = conversationPageStatement(list, limit, position)
      return statement ? ctx.readOnce(statement) : []
    },
    positionOf: ({ last_time, last_payload_reference }) => [last_time, last_payload_reference],
    toItems: (rows) => withLastMessages(ctx, rows),
    total: async () => {
      const statement = conversationCountStatement(list)
      const [row] = statement ? await ctx.readOnce(statement) : []
      return cappedTotal(row?.total ?? 0)
    },
  })
}

const withLastMessages = async (ctx: RequestContext, rows: readonly ConversationRow[]): Promise<Conversation[]> => {
  if (rows.length === 0) return []
  const references = rows.map(({ last_payload_reference }) => last_payload_reference)
  const found = await ctx.readOnce(listedMessagesStatement({ client: ctx.client, references }))
  const byReference = new Map(found.map((message) => [message.payload_reference, message]))
  const shown = rows.flatMap((row) => {
    const message = byReference.get(row.last_payload_reference)
    return message ? [{ row, message }] : []
  })
  const messages = shown.map(({ message }) => message)
  const texts = await listedTexts(ctx, messages)
  const items = shown.map(({ row, message }, index): Conversation => {
    const text = texts[index]
    const { device_user_reference, payload_type, ...conversation } = row
    return {
      ...conversation,
      device_user_reference: device_user_reference || null,
      ...partiesOf(message),
      last_payload_type: payload_type as Conversation['last_payload_type'],
      status: text?.status ?? 'NoS3Url',
      snippet: text ? snippetOf(text) : null,
      attachments: message.media?.attachments?.length ?? 0,
    }
  })
  await recordSnippets(ctx, items)
  return items
}

type ListedText = Omit<OpenedText, 'status'> & Pick<Conversation, 'status'>

/** Exports show no content, and lists none that is opened only with a reason. */
const listedTexts = async (ctx: RequestContext, messages: readonly PayloadRow[]): Promise<ListedText[]> => {
  if (ctx.isExport) return statusesOf(ctx, messages)
  if (!(await isReasonRequired(ctx))) return openTexts(ctx, messages)
  const texts = await statusesOf(ctx, messages)
  return texts.map((text) => (text.status === 'Ok' ? { ...text, status: 'ReasonRequired' } : text))
}

/** One line: a message may consist of thousands of empty ones. */
const snippetOf = ({ subject, text }: ListedText): string | null => {
  if (text === null) return null
  const line = [subject, text]
    .filter((part) => part)
    .join(' – ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = Array.from(line.slice(0, 2 * snippetCharacters + 1))
  return characters.length > snippetCharacters ? `${characters.slice(0, snippetCharacters).join('')}…` : line
}
