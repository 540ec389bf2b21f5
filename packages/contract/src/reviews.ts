/** Reviews: a person or client app marks recordings as reviewed, with a disposition. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DispositionName } from './dispositions.ts'
import { PayloadReference, Ulid, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadParams } from './payloads.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { PayloadReferences } from './reference-lists.ts'
import { Timestamp } from './times.ts'

export const maxReviewNoteCharacters = 1000

export const ReviewMark = Type.Object(
  {
    mark_reference: Ulid,
    payload_reference: PayloadReference,
    reviewed_by: UserReference,
    reviewed_at: Timestamp,
    disposition: Type.String({ description: 'The name of the disposition when the recording was marked' }),
    note: nullable(Type.String({ description: 'What the reviewer wrote about it' })),
    is_opened: nullable(
      Type.Boolean({
        description:
          'Whether the content had reached the reviewer: played, viewed, saved or read; null: there was none, or it was not recorded then',
      }),
    ),
    is_requested: nullable(
      Type.Boolean({
        description:
          "Whether the reviewer had been given an address of the content, which the trail calls 'Opened'; null: there was none, or it was not recorded then",
      }),
    ),
    heard_seconds: nullable(
      Type.Number({ minimum: 0, description: 'How much of it their player reported before, each second once' }),
    ),
    withdrawn_by: nullable(UserReference),
    withdrawn_at: nullable(Timestamp),
    withdrawal_reason: nullable(Type.String({ description: 'Why it was withdrawn; null while it stands' })),
  },
  { title: 'ReviewMark', description: 'Who reviewed a recording, when, and what came of it.' },
)
export type ReviewMark = Static<typeof ReviewMark>

export const ReviewOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['reviewed', 'refused']),
    mark: nullable(ReviewMark),
    code: Type.Optional(
      Type.String({
        description:
          'Product error code of a refusal: payload.not_found, auth.forbidden, review.not_processed or review.not_opened',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  {
    title: 'ReviewOutcome',
    description: 'What became of one recording: the mark of the caller, or why there is none.',
  },
)
export type ReviewOutcome = Static<typeof ReviewOutcome>

export const markReviewed = call({
  catalogue: 'client',
  method: 'POST',
  path: '/reviews',
  summary:
    'Marks 1 to 100 recordings as reviewed, in the order of their references. Every mark is kept; the latest one stands on the recording.',
  action: 'reviews:write',
  body: Type.Object(
    {
      payload_references: PayloadReferences,
      disposition: DispositionName,
      note: Type.Optional(writtenText(maxReviewNoteCharacters)),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(ReviewOutcome) }),
  audit: 'payload.reviewed',
  errors: ['review.unknown_disposition', 'review.note_required'],
  beyondSpecification: true,
})

export const listReviewMarks = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/reviews',
  summary: 'Lists the marks of a recording, newest first.',
  action: 'reviews:read',
  params: PayloadParams,
  requestHeaders: portalReadHeaders,
  query: listQuery({}),
  response: listOf(ReviewMark),
  errors: ['payload.not_found', 'list.bad_last_key'],
  beyondSpecification: true,
})

export const withdrawReview = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/{payload_reference}/reviews/{mark_reference}/withdraw',
  summary:
    "Withdraws one's own mark for 24 hours, while it is the latest of the recording. It is kept, as withdrawn; what was said before stands again.",
  action: 'reviews:write',
  params: Type.Object({ payload_reference: PayloadReference, mark_reference: Ulid }, closed),
  body: Type.Object({ reason: writtenText(maxReviewNoteCharacters) }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: ReviewMark,
  audit: 'payload.review_withdrawn',
  errors: [
    'payload.not_found',
    'request.not_found',
    'review.not_own',
    'review.already_withdrawn',
    'review.not_latest',
    'review.too_late',
  ],
  beyondSpecification: true,
})

export const reviewCalls = { markReviewed, listReviewMarks, withdrawReview }
