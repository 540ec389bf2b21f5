import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields, changeFields } from './entity-fields.ts'
import { GroupReference, PayloadReference, text, Ulid, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { PayloadParams } from './payloads.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { PayloadReferences } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'
import { ExpectedVersionQuery, expectedVersion } from './versions.ts'

export const maxCommentCharacters = 10_000
const Position = nullable(
  Type.Number({ minimum: 0, description: 'Seconds into the recording that the comment is about' }),
)

/** The fields that an edit of a comment changes. */
const versioned = {
  comment_id: Ulid,
  comment_version: Type.Integer({ minimum: 1 }),
  comment_body: {
    ...text(maxCommentCharacters),
    description: 'Empty: its recording was destroyed, and the text with it',
  },
  comment_duration: Position,
}

/** A person of the account as others see them. */
export const PersonName = Type.Object(
  { user_reference: UserReference, name: nullable(Type.String({ description: 'null: not known' })) },
  { title: 'PersonName', description: 'A person and their name.' },
)
export type PersonName = Static<typeof PersonName>

/** Letters and digits after a reference, or after a sign within it: `@amir` is not in `@amira` or `@amir.khan`. */
const goesOn = /^(?:[\p{L}\p{N}_]|[.@-][\p{L}\p{N}])/u

/** Whether a text begins with a mention of this person. */
export const beginsWithMention = (text: string, user_reference: string): boolean =>
  text.startsWith(`@${user_reference}`) && !goesOn.test(text.slice(user_reference.length + 1))

/** Whether a text mentions this person. */
export const hasMention = (text: string, user_reference: string): boolean => {
  for (let place = text.indexOf('@'); place !== -1; place = text.indexOf('@', place + 1)) {
    if (beginsWithMention(text.slice(place), user_reference)) return true
  }
  return false
}

const Mentions = Type.Array(PersonName, { description: 'Who is mentioned: `@` and their reference are in the text' })

export const PayloadComment = Type.Object(
  {
    ...changeFields,
    payload_reference: PayloadReference,
    payload_type: PayloadType,
    group: GroupReference,
    ...versioned,
    raised_at: Timestamp,
    raised_by: Author,
    mentions: Mentions,
    is_closed: Type.Boolean({ description: 'Closed means deleted' }),
    closed_by: nullable(Author),
    closed_at: nullable(Timestamp),
  },
  { title: 'PayloadComment', description: 'What someone said about a recording.' },
)
export type PayloadComment = Static<typeof PayloadComment>

export const CommentVersion = Type.Object(
  { ...accountFields, ...versioned, updated_at: Timestamp, updated_by: Author },
  { title: 'CommentVersion', description: 'What a comment said before somebody changed it.' },
)

export const CommentOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['commented', 'refused']),
    comment_id: nullable(Ulid),
    code: Type.Optional(
      Type.String({ description: 'Product error code of a refusal: payload.not_found or auth.forbidden' }),
    ),
    message: Type.Optional(Type.String()),
  },
  { title: 'CommentOutcome', description: 'What became of one item: the comment, or why there is none.' },
)
export type CommentOutcome = Static<typeof CommentOutcome>

const CommentParams = Type.Object({ payload_reference: PayloadReference, comment_id: Ulid }, closed)
const commentBody = {
  message: writtenText(maxCommentCharacters),
  comment_duration: Type.Optional(Position),
  mentions: Type.Optional(
    Type.Array(UserReference, {
      maxItems: limits.maxMentions,
      uniqueItems: true,
      description:
        'People who are notified of the comment, besides those whom `@` and their reference in the text name. Left out are those whom the text does not name.',
    }),
  ),
}
const ofComments = { catalogue: 'client', params: CommentParams } as const

export const listComments = call({
  catalogue: 'client',
  method: 'GET',
  path: '/comments',
  summary: 'Lists comments on all recordings that the caller may read, newest first.',
  action: 'comments:read',
  query: listQuery({
    is_closed: Type.Optional(Type.Boolean({ default: false })),
    groups: Type.Optional(Type.Array(GroupReference, { maxItems: 100 })),
    raised_by: Type.Optional(Author),
    search: Type.Optional(text(255, 1)),
    date_from: Type.Optional(DateParameter),
    date_to: Type.Optional(DateParameter),
  }),
  response: listOf(PayloadComment),
  errors: ['list.bad_last_key'],
})

export const listPayloadComments = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/comments',
  summary: 'Lists the comments on a recording, newest first.',
  action: 'comments:read',
  params: PayloadParams,
  requestHeaders: portalReadHeaders,
  query: listQuery({ is_closed: Type.Optional(Type.Boolean({ default: false })) }),
  response: listOf(PayloadComment),
  errors: ['payload.not_found', 'list.bad_last_key'],
})

export const listCommentVersions = call({
  ...ofComments,
  method: 'GET',
  path: '/payloads/{payload_reference}/comments/{comment_id}/versions',
  summary: 'Lists what a comment said before it was changed, newest first.',
  action: 'comments:read',
  query: listQuery({}),
  response: listOf(CommentVersion),
  errors: ['payload.not_found', 'request.not_found', 'list.bad_last_key'],
  beyondSpecification: true,
})

export const createComment = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/{payload_reference}/comments',
  summary: 'Comments on a recording, or on a moment of it.',
  action: 'comments:write',
  params: PayloadParams,
  body: Type.Object(commentBody, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: PayloadComment,
  audit: 'comment.created',
  errors: ['payload.not_found', 'comment.cannot_mention'],
})

export const commentOnPayloads = call({
  catalogue: 'client',
  method: 'POST',
  path: '/comments',
  summary: 'Writes the same comment on each of 1 to 100 recordings, in the order of their references.',
  action: 'comments:write',
  body: Type.Object(
    {
      payload_references: PayloadReferences,
      message: commentBody.message,
      mentions: Type.Optional({
        ...commentBody.mentions,
        description:
          'As for one recording, but whoever may not read a recording is not mentioned on it, without a refusal.',
      }),
      idempotency_key: Type.Optional(
        Type.String({
          minLength: 16,
          maxLength: 64,
          pattern: '^[A-Za-z0-9_-]+$',
          description:
            'Chosen at random by the caller. Sent again with the same key, the request writes no second comment on a recording and answers with the first one.',
        }),
      ),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(CommentOutcome) }),
  audit: 'comments.written',
  beyondSpecification: true,
})

export const putComment = call({
  ...ofComments,
  method: 'PUT',
  path: '/payloads/{payload_reference}/comments/{comment_id}',
  summary: 'Changes a comment of one’s own; what it said before is kept.',
  action: 'comments:write',
  body: Type.Object({ ...expectedVersion, ...commentBody }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: PayloadComment,
  audit: 'comment.updated',
  errors: [
    'payload.not_found',
    'request.not_found',
    'edit.conflict',
    'comment.closed',
    'comment.not_own',
    'comment.cannot_mention',
  ],
})

export const closeComment = call({
  ...ofComments,
  method: 'DELETE',
  path: '/payloads/{payload_reference}/comments/{comment_id}',
  summary: 'Closes a comment: it leaves the lists and stays on record.',
  action: 'comments:delete',
  query: ExpectedVersionQuery,
  response: PayloadComment,
  audit: 'comment.closed',
  errors: ['payload.not_found', 'request.not_found', 'edit.conflict', 'comment.closed'],
})

export const listMentionable = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/mentionable',
  summary: `Finds at most ${limits.maxFoundOfKind} people whom a comment on a recording can mention: active people who may read it and its comments.`,
  action: 'comments:write',
  params: PayloadParams,
  requestHeaders: portalReadHeaders,
  query: Type.Object({ text: Type.Optional(text(255)) }, closed),
  response: Type.Object({ items: Type.Array(PersonName) }),
  errors: ['payload.not_found'],
  beyondSpecification: true,
})

export const commentCalls = {
  listComments,
  listPayloadComments,
  listCommentVersions,
  createComment,
  commentOnPayloads,
  putComment,
  closeComment,
  listMentionable,
}
