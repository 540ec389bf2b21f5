import {
  type CallInput,
  type Conversation,
  type ConversationQuery,
  type calls,
  messageTypes,
  type PayloadType,
} from '@holdfast/contract'
import { answerList, cappedTotal, type RequestContext } from '../../core/calls/index.ts'
import { isReasonRequired } from '../account-settings/index.ts'
import { listedMessagesStatement, withSpellings } from '../payloads/index.ts'
import {
  type ConversationList,
  type ConversationRow,
  conversationCountStatement,
  conversationPageStatement,
} from './conversation-page-query.ts'
import { statusesOf } from './open-texts.ts'
import { partiesOf } from './parties-of.ts'

type Filter = NonNullable<ConversationQuery['filter']>

/** `GET /conversations`: the conversations of the messages that the caller may read. No message is opened for it. */
export const listConversations = async (ctx: RequestContext, { query }: CallInput<typeof calls.listConversations>) => {
  const { filter = {} } = query
  const types: readonly PayloadType[] = filter.payload_types ?? messageTypes
  const visible = await ctx.visibility('payloads:read', types)
  const list: ConversationList = { client: ctx.client, filter: await withSpellings(ctx, filter), visible }
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
  const statuses = await statusesOf(ctx, messages)
  const isWithheld = await isReasonRequired(ctx)
  return shown.map(({ row, message }, index): Conversation => {
    const { device_user_reference, payload_type, ...conversation } = row
    const { status } = statuses[index] ?? { status: 'NoS3Url' }
    return {
      ...conversation,
      device_user_reference: device_user_reference || null,
      ...partiesOf(message),
      last_payload_type: payload_type as Conversation['last_payload_type'],
      status: isWithheld && status === 'Ok' ? 'ReasonRequired' : status,
      attachments: message.media?.attachments?.length ?? 0,
    }
  })
}
