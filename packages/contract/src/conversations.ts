/** Conversations: the SMS, MMS and RCS of one thread on one device. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import {
  DeviceReference,
  DeviceUserReference,
  GroupReference,
  NullablePhoneNumber,
  PayloadReference,
  PhoneNumber,
  ThreadId,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ListTotal, listOf, listQuery, QueryResultType } from './pages.ts'
import { PayloadDataStatus } from './payload-data.ts'
import { Direction, MessageParty } from './payload-metadata.ts'
import { messageTypes } from './payload-types.ts'
import { Payload } from './payloads.ts'
import { PlaybackReason } from './playback-reason.ts'
import { anyOf, PayloadReferences } from './reference-lists.ts'
import { DateOnly, DateParameter, Timestamp } from './times.ts'

const MessageType = Type.Enum(messageTypes)

const WithText = Type.Optional(
  Type.Boolean({ default: true, description: 'false: without texts and addresses; then nothing counts as read.' }),
)

/** Whether the text of a message is returned, and why not. `Damaged`: its stored content does not open. */
const MessageStatus = Type.Union([PayloadDataStatus, Type.Literal('Damaged')])

const messageText = {
  status: MessageStatus,
  subject: nullable(Type.String()),
  text: nullable(
    Type.String({ description: `null unless status is Ok; at most ${limits.maxShownTextCharacters} characters` }),
  ),
  is_text_cut: Type.Boolean({ description: 'true: the message has more text; play it to read all of it' }),
}

export const ConversationMessage = Type.Interface(
  [Payload],
  {
    ...messageText,
    s3_url: nullable(
      Type.String({
        description: 'A short-lived address of the message, for its attachments (`?attachment=0`); null without any',
      }),
    ),
  },
  { title: 'ConversationMessage', description: 'A message, with its text where the caller may play it.' },
)
export type ConversationMessage = Static<typeof ConversationMessage>

const ConversationDay = Type.Object({ day: DateOnly, messages: Type.Integer({ minimum: 1 }) })

const conversationFields = {
  device_reference: DeviceReference,
  thread_id: ThreadId,
  device_user_reference: nullable(DeviceUserReference),
  group: nullable(GroupReference),
  parties: Type.Array(MessageParty, { description: 'Of the last message, as the handset listed them' }),
  numbers: Type.Array(NullablePhoneNumber, { description: 'Of the last message' }),
  direction: nullable(Direction),
  messages: Type.Integer({ minimum: 1, description: 'How many messages the caller may see' }),
  first_time: Timestamp,
  last_time: Timestamp,
}

/** What is known of a conversation as a whole. All of it is about the messages that the caller may see. */
export const ConversationSummary = Type.Object(
  {
    ...conversationFields,
    days: Type.Array(ConversationDay, { description: 'Days with messages, in the time zone of the query' }),
    is_days_cut: Type.Boolean({
      description: `true: only the newest ${limits.maxMessagesCountedByDay} messages are counted by day`,
    }),
  },
  { title: 'ConversationSummary', description: 'A conversation as a whole.' },
)
export type ConversationSummary = Static<typeof ConversationSummary>

/** A conversation in the list, with its last message. */
export const Conversation = Type.Object(
  {
    ...conversationFields,
    last_payload_reference: PayloadReference,
    last_payload_type: MessageType,
    status: Type.Union([MessageStatus, Type.Literal('ReasonRequired')], {
      description: 'ReasonRequired: its beginning is shown only with a reason',
    }),
    attachments: Type.Integer({ minimum: 0, description: 'Of the last message' }),
  },
  { title: 'Conversation', description: 'The messages of one thread on one device.' },
)
export type Conversation = Static<typeof Conversation>

export const ConversationQuery = listQuery({
  device_references: anyOf(DeviceReference),
  device_user_references: anyOf(DeviceUserReference),
  groups: anyOf(GroupReference),
  numbers: anyOf(PhoneNumber),
  payload_types: anyOf(MessageType),
  date_from: Type.Optional(DateParameter),
  date_to: Type.Optional(DateParameter),
})
export type ConversationQuery = Static<typeof ConversationQuery>

export const listConversations = call({
  catalogue: 'client',
  method: 'GET',
  path: '/conversations',
  summary:
    'Lists the conversations of the messages that the caller may read and that match the filter, the one with the newest message first. It shows no texts: `GET /conversations/snippets` has the beginnings of messages.',
  action: 'payloads:read',
  query: ConversationQuery,
  response: listOf(Conversation),
  errors: ['list.bad_last_key'],
  beyondSpecification: true,
})

export const MessageSnippet = Type.Object(
  {
    payload_reference: PayloadReference,
    status: MessageStatus,
    snippet: nullable(
      Type.String({ description: 'The beginning of the message in one line; null unless status is Ok' }),
    ),
  },
  { title: 'MessageSnippet', description: 'The beginning of a message, or why it is not shown.' },
)
export type MessageSnippet = Static<typeof MessageSnippet>

export const getSnippets = call({
  catalogue: 'client',
  method: 'GET',
  path: '/conversations/snippets',
  summary:
    'Shows the beginnings of up to 100 messages, in the order of their references, where the caller may play them. Each that is shown is recorded.',
  action: 'payloads:read',
  query: Type.Object({ payload_references: PayloadReferences, reason: Type.Optional(PlaybackReason) }, closed),
  response: Type.Object({
    items: Type.Array(MessageSnippet),
    count: Type.Integer({ minimum: 0 }),
    last_key: Type.Null(),
  }),
  audit: 'conversation.snippets_shown',
  errors: ['playback.reason_required', 'playback.reason_not_listed'],
  beyondSpecification: true,
})

/** Where a conversation is opened; by default at its first message. */
const OpenedAt = Type.Enum(['first', 'last'], { description: 'The first message by default' })

/** Messages of a conversation. `conversation` is on the first page only. */
export const ConversationPage = Type.Object({
  items: Type.Array(ConversationMessage),
  count: Type.Integer({ minimum: 0 }),
  last_key: nullable(Type.String({ description: 'For the later messages; null at the end' })),
  first_key: nullable(
    Type.String({
      description: 'As `last_key` of the next request: for the earlier messages; null at the beginning',
    }),
  ),
  end_key: nullable(
    Type.String({
      description:
        'At the end of the conversation, as `last_key` of a later request: for the messages that came after it; otherwise null',
    }),
  ),
  conversation: nullable(ConversationSummary),
  focus: nullable(PayloadReference),
})
export type ConversationPage = Static<typeof ConversationPage>

export const getConversation = call({
  catalogue: 'client',
  method: 'GET',
  path: '/devices/{device_reference}/sms/{thread_id}',
  summary:
    'Reads the SMS, MMS and RCS of one thread on one device, in the order of their time. Texts are included where the caller may play them; opening a conversation is recorded once, with each message that was shown.',
  action: 'payloads:read',
  params: Type.Object({ device_reference: DeviceReference, thread_id: ThreadId }, closed),
  query: Type.Object(
    {
      at: Type.Optional(OpenedAt),
      around: Type.Optional(PayloadReference),
      date: Type.Optional(DateParameter),
      timezone: Type.Optional(
        Type.String({
          description: 'For the counts by day: an IANA name such as Europe/London; UTC by default',
          pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
        }),
      ),
      with_text: WithText,
      reason: Type.Optional(PlaybackReason),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      last_key: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description: 'Continues a page; with `at`, `around` or `date`, it continues there, within the same opening.',
        }),
      ),
      query_result_type: Type.Optional(QueryResultType),
    },
    closed,
  ),
  response: Type.Union([ConversationPage, ListTotal]),
  responseHeaders: {
    'Set-Cookie': { description: 'Opens the addresses in this browser alone', schema: Type.String(), statuses: [200] },
  },
  audit: 'conversation.opened',
  errors: ['request.not_found', 'list.bad_last_key', 'playback.reason_required', 'playback.reason_not_listed'],
})

export const conversationCalls = { listConversations, getSnippets, getConversation }
