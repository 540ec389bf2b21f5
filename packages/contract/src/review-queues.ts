/** Review queues: recordings, or a sample of them, that named people review. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceUserReference,
  GroupReference,
  newReference,
  PayloadReference,
  text,
  Ulid,
  UserReference,
  writtenText,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { PayloadType } from './payload-types.ts'
import { PayloadQueueFilter } from './payloads.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf, batchOf, PayloadReferences } from './reference-lists.ts'
import { DrawStop, FirstDraw, QueueRepetition, ReviewDraw } from './review-repetition.ts'
import { maxReviewNoteCharacters } from './reviews.ts'
import { DateOnly, DateParameter, Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

/** `escalated`: passed on to somebody. `second_review`: reviewed once. `withdrawn`: the queue was closed before. */
export const reviewItemStates = ['waiting', 'escalated', 'second_review', 'reviewed', 'withdrawn'] as const
export const ReviewItemState = Type.Enum(reviewItemStates)
export type ReviewItemState = Static<typeof ReviewItemState>

/** States in which somebody still has to review. */
export const openReviewItemStates = ['waiting', 'escalated', 'second_review'] as const satisfies ReviewItemState[]

export const sampleStrata = ['device_user', 'group'] as const

/** How much of what matches a filter is reviewed: a share or a number, of each device user or group if `stratify_by` is set. */
export const ReviewSample = Type.Object(
  {
    percent: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
    number: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.maxQueueItems })),
    stratify_by: nullable(Type.Enum(sampleStrata)),
    seed: { ...newReference(writtenText(64)), description: 'The key of the HMAC-SHA256 that orders the recordings' },
  },
  {
    ...closed,
    title: 'ReviewSample',
    description:
      'How recordings are drawn at random: either `percent` or `number`; with the seed others can repeat it.',
  },
)
export type ReviewSample = Static<typeof ReviewSample>

const Reviewers = Type.Array(UserReference, { minItems: 1, maxItems: limits.maxQueueReviewers, uniqueItems: true })

const queueFields = {
  name: newReference(writtenText(80)),
  filter: PayloadQueueFilter,
  sample: nullable(ReviewSample),
  reviewers: Reviewers,
  due_on: {
    ...nullable(DateOnly),
    description: 'Of a queue that repeats, the day of its earliest open draw; not read with `repeats`',
  },
  second_review_percent: Type.Integer({ minimum: 0, maximum: 100 }),
}

const NeedsOpening = Type.Boolean({
  description: 'Whether reviewers have to play or view a recording before they mark it, if it has content',
})

const counts = {
  waiting: Type.Integer({ minimum: 0 }),
  escalated: Type.Integer({ minimum: 0 }),
  second_review: Type.Integer({ minimum: 0 }),
  reviewed: Type.Integer({ minimum: 0 }),
  withdrawn: Type.Integer({ minimum: 0 }),
}

export const ReviewQueue = Type.Object(
  {
    queue_reference: Ulid,
    ...queueFields,
    name: writtenText(80),
    needs_opening: NeedsOpening,
    matched: Type.Integer({
      minimum: 0,
      description: 'How many recordings the filter matched when the queue was drawn',
    }),
    items: Type.Integer({ minimum: 0 }),
    ...counts,
    is_closed: Type.Boolean(),
    repeats: { ...nullable(QueueRepetition), description: 'null: it is drawn once' },
    repeats_by: { ...nullable(UserReference), description: 'With whose rights it is drawn anew' },
    next_draw_at: { ...nullable(Timestamp), description: 'null: there is no further draw' },
    draws: Type.Integer({
      minimum: 0,
      description: 'How often it was drawn; 0 for queues that were always drawn once',
    }),
    draws_stopped: { ...nullable(DrawStop), description: 'Why it is not drawn any more, until it is changed' },
    version: {
      ...Version,
      description:
        'Of the name, the day on which it is due, the reviewers, whether they have to open recordings, and when it is drawn anew',
    },
    created_at: Timestamp,
    created_by: UserReference,
    ...changeFields,
  },
  { title: 'ReviewQueue', description: 'Recordings that named people review, and how far they are.' },
)
export type ReviewQueue = Static<typeof ReviewQueue>

const Hidden = Type.Integer({
  minimum: 0,
  description: 'How many of those that wait for them they may not open or review now',
})

const ReviewerProgress = Type.Object({
  user_reference: UserReference,
  name: nullable(Type.String({ description: 'null: not known' })),
  is_active: Type.Boolean({ description: 'false: removed from the account; their recordings need somebody else' }),
  ...counts,
  hidden: Hidden,
})

export const ReviewQueueDetail = Type.Interface(
  [ReviewQueue],
  {
    people: Type.Array(ReviewerProgress, { description: 'Who has or reviewed how much of it' }),
    unassigned: Type.Integer({
      minimum: 0,
      description: 'How many of those that wait nobody has: none of the reviewers could open them when they were drawn',
    }),
  },
  { title: 'ReviewQueueDetail', description: 'A review queue with the progress of each person.' },
)
export type ReviewQueueDetail = Static<typeof ReviewQueueDetail>

/** What would be drawn, and dealt to whom. */
export const ReviewQueuePreview = Type.Object(
  {
    matched: Type.Integer({ minimum: 0 }),
    items: Type.Integer({ minimum: 0, description: 'How many of them would be drawn' }),
    unassigned: Type.Integer({
      minimum: 0,
      description: 'How many of those drawn nobody would have, because none of the reviewers may open and review them',
    }),
    second_reviews: Type.Integer({ minimum: 0, description: 'How many would be reviewed twice' }),
    without_second_review: Type.Integer({
      minimum: 0,
      description: 'How many of these would have no second review, because nobody else may make it',
    }),
    people: Type.Array(
      Type.Object({
        user_reference: UserReference,
        name: nullable(Type.String({ description: 'null: not known' })),
        items: Type.Integer({ minimum: 0 }),
      }),
    ),
    last_period: Type.Optional(
      Type.Object(
        {
          from: Timestamp,
          until: Timestamp,
          matched: Type.Integer({ minimum: 0 }),
          items: Type.Integer({ minimum: 0 }),
        },
        { description: 'What the draw of the last whole day or week would have had, with `repeats`' },
      ),
    ),
  },
  { title: 'ReviewQueuePreview', description: 'What a review queue would be if it were drawn now.' },
)
export type ReviewQueuePreview = Static<typeof ReviewQueuePreview>

export const ReviewItem = Type.Object(
  {
    queue_reference: Ulid,
    queue_name: Type.String(),
    due_on: nullable(DateOnly),
    needs_opening: NeedsOpening,
    payload_reference: PayloadReference,
    payload_type: PayloadType,
    group: GroupReference,
    device_user_reference: nullable(DeviceUserReference),
    payload_time: Timestamp,
    state: ReviewItemState,
    assigned_to: { ...nullable(UserReference), description: 'null: none of the reviewers may open and review it' },
    passed_on_by: nullable(UserReference),
    passed_on_note: nullable(Type.String()),
    reviewed_by: nullable(UserReference),
    reviewed_at: nullable(Timestamp),
    disposition: nullable(Type.String()),
  },
  { title: 'ReviewItem', description: 'A recording in a review queue.' },
)
export type ReviewItem = Static<typeof ReviewItem>

export const EscalationOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['escalated', 'refused']),
    code: Type.Optional(
      Type.String({
        description:
          'Product error code of a refusal: payload.not_found, review_queue.not_assigned, review_queue.needs_two, review_queue.colleague_may_not or review_queue.already_reviewed',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  { title: 'EscalationOutcome', description: 'What became of one recording.' },
)
export type EscalationOutcome = Static<typeof EscalationOutcome>

export const AssignmentOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['assigned', 'refused']),
    code: Type.Optional(
      Type.String({
        description:
          'Product error code of a refusal: payload.not_found, auth.forbidden, review.not_processed, or review_queue.nobody_may_review, nobody_may_play or nobody_may_download',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  { title: 'AssignmentOutcome', description: 'What became of one recording.' },
)
export type AssignmentOutcome = Static<typeof AssignmentOutcome>

/** First and last day of `due_on`. What is never due is on no day. */
const dueFilter = { due_from: Type.Optional(DateOnly), due_to: Type.Optional(DateOnly) }

const QueueParams = Type.Object({ queue_reference: Ulid }, closed)
const ofQueues = { catalogue: 'client', beyondSpecification: true } as const

export const listReviewQueues = call({
  ...ofQueues,
  method: 'GET',
  path: '/review_queues',
  summary: 'Lists the review queues of the account with their progress, newest first.',
  action: 'reviews:manage',
  query: listQuery({
    is_closed: Type.Optional(Type.Boolean()),
    is_unfinished: Type.Optional(Type.Boolean({ description: 'Whether anybody still has to review something of it' })),
    ...dueFilter,
    search: Type.Optional(text(255, 1)),
  }),
  response: listOf(ReviewQueue),
  errors: ['list.bad_last_key'],
})

export const createReviewQueue = call({
  ...ofQueues,
  method: 'POST',
  path: '/review_queues',
  summary:
    'Draws a review queue from the processed recordings that a filter matches and the caller may read, and deals them to the reviewers, each to one who may open and review it. With `repeats`, recordings that arrive later are drawn each day or week, with the rights that the caller has then.',
  action: 'reviews:manage',
  body: Type.Object(
    {
      ...queueFields,
      needs_opening: Type.Optional({ ...NeedsOpening, default: false }),
      repeats: Type.Optional(nullable(QueueRepetition)),
      first_draw: Type.Optional(FirstDraw),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: ReviewQueue,
  audit: 'review_queue.created',
  errors: [
    'review_queue.nothing_to_review',
    'review_queue.too_many',
    'review_queue.too_many_repeating',
    'review_queue.unknown_reviewer',
    'review_queue.needs_two',
    'notification.bad_time_zone',
    'review_queue.bad_sample',
    'review_queue.nobody_may_review',
    'review_queue.nobody_may_play',
    'review_queue.nobody_may_download',
  ],
})

export const previewReviewQueue = call({
  ...ofQueues,
  method: 'POST',
  path: '/review_queues/preview',
  summary: 'Tells how many recordings a review queue would have, and how many of them each reviewer; changes nothing.',
  action: 'reviews:manage',
  requestHeaders: portalReadHeaders,
  body: Type.Object(
    {
      filter: queueFields.filter,
      sample: queueFields.sample,
      reviewers: Type.Array(UserReference, { maxItems: limits.maxQueueReviewers, uniqueItems: true }),
      second_review_percent: queueFields.second_review_percent,
      repeats: Type.Optional(nullable(QueueRepetition)),
      first_draw: Type.Optional(FirstDraw),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: ReviewQueuePreview,
  errors: [
    'review_queue.too_many',
    'review_queue.unknown_reviewer',
    'review_queue.bad_sample',
    'notification.bad_time_zone',
  ],
})

export const getReviewQueue = call({
  ...ofQueues,
  method: 'GET',
  path: '/review_queues/{queue_reference}',
  summary: 'Reads a review queue with the progress of each person.',
  action: 'reviews:manage',
  params: QueueParams,
  response: ReviewQueueDetail,
  errors: ['request.not_found'],
})

export const updateReviewQueue = call({
  ...ofQueues,
  method: 'PUT',
  path: '/review_queues/{queue_reference}',
  summary:
    'Changes the name, the due date and the reviewers of a review queue, and when it is drawn anew, with the rights of the caller from then on. What waits for somebody who is no longer a reviewer, or for nobody, goes to the others who may open and review it.',
  action: 'reviews:manage',
  params: QueueParams,
  body: Type.Object(
    {
      ...expectedVersion,
      name: queueFields.name,
      due_on: queueFields.due_on,
      reviewers: Reviewers,
      needs_opening: Type.Optional(NeedsOpening),
      repeats: Type.Optional({
        ...nullable(QueueRepetition),
        description: 'null: it is not drawn any more. Absent: as before',
      }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: ReviewQueue,
  audit: 'review_queue.updated',
  errors: [
    'request.not_found',
    'review_queue.closed',
    'review_queue.too_many_repeating',
    'review_queue.unknown_reviewer',
    'review_queue.needs_two',
    'notification.bad_time_zone',
    'edit.conflict',
  ],
})

export const listReviewItems = call({
  ...ofQueues,
  method: 'GET',
  path: '/review_queues/{queue_reference}/items',
  summary: 'Lists the recordings of a review queue that the caller may read, in the order in which they were drawn.',
  action: 'reviews:manage',
  params: QueueParams,
  query: listQuery({ states: anyOf(ReviewItemState), assigned_to: anyOf(UserReference) }),
  response: listOf(ReviewItem),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const listReviewDraws = call({
  ...ofQueues,
  method: 'GET',
  path: '/review_queues/{queue_reference}/draws',
  summary: 'Lists the draws of a review queue that repeats, the latest first, and how far the recordings of each are.',
  action: 'reviews:manage',
  params: QueueParams,
  requestHeaders: portalReadHeaders,
  query: listQuery({}),
  response: listOf(ReviewDraw),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const assignReviews = call({
  ...ofQueues,
  method: 'POST',
  path: '/review_queues/{queue_reference}/items',
  summary:
    'Adds 1 to 100 recordings to a review queue, each for one of its reviewers who may open and review it. Repeating it changes nothing.',
  action: 'reviews:manage',
  params: QueueParams,
  body: Type.Object({ payload_references: PayloadReferences }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(AssignmentOutcome) }),
  audit: 'review_queue.extended',
  errors: ['request.not_found', 'review_queue.closed', 'review_queue.too_many'],
})

export const reassignReviews = call({
  ...ofQueues,
  method: 'POST',
  path: '/review_queues/{queue_reference}/reassign',
  summary:
    'Assigns what waits for one person in a queue, or for nobody, to others who may open and review it. The rest stays.',
  action: 'reviews:manage',
  params: QueueParams,
  body: Type.Object({ from: nullable(UserReference), to: Reviewers }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: ReviewQueue,
  audit: 'review_queue.reassigned',
  errors: [
    'request.not_found',
    'review_queue.unknown_reviewer',
    'review_queue.closed',
    'review_queue.nobody_may_review',
    'review_queue.nobody_may_play',
    'review_queue.nobody_may_download',
  ],
})

export const closeReviewQueue = call({
  ...ofQueues,
  method: 'POST',
  path: '/review_queues/{queue_reference}/close',
  summary: 'Closes a review queue: what nobody has reviewed is withdrawn.',
  action: 'reviews:manage',
  params: QueueParams,
  response: ReviewQueue,
  audit: 'review_queue.closed',
  errors: ['request.not_found', 'review_queue.closed'],
})

export const escalateReviews = call({
  ...ofQueues,
  method: 'POST',
  path: '/review_queues/{queue_reference}/escalate',
  summary: 'Passes 1 to 100 recordings of a queue on to a colleague, with a note.',
  action: 'reviews:write',
  params: QueueParams,
  body: Type.Object(
    { payload_references: PayloadReferences, to: UserReference, note: writtenText(maxReviewNoteCharacters) },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(EscalationOutcome) }),
  audit: 'review_queue.escalated',
  errors: ['request.not_found', 'review_queue.unknown_reviewer', 'review_queue.closed'],
})

export const listOwnReviews = call({
  ...ofQueues,
  method: 'GET',
  path: '/reviews/waiting',
  summary:
    'Lists the recordings that wait for a review by the caller, in the order in which they were drawn, oldest queue first.',
  action: 'reviews:write',
  requestHeaders: portalReadHeaders,
  query: listQuery({
    payload_references: Type.Optional(batchOf(PayloadReference)),
    states: anyOf(ReviewItemState),
    ...dueFilter,
  }),
  response: listOf(ReviewItem),
  errors: ['list.bad_last_key'],
})

export const OpenReviews = Type.Object(
  {
    user_reference: UserReference,
    open: Type.Integer({
      minimum: 1,
      description:
        'How many recordings wait for their review, in groups that the caller may see and queues that they manage',
    }),
    queues: Type.Array(
      Type.Object({ queue_reference: Ulid, name: writtenText(80), open: Type.Integer({ minimum: 1 }) }),
      { maxItems: 100, description: 'The queues that the caller manages, where these can be handed over' },
    ),
  },
  { title: 'OpenReviews', description: 'What waits for a review by somebody, and where it can be handed over.' },
)
export type OpenReviews = Static<typeof OpenReviews>

export const listOpenReviews = call({
  ...ofQueues,
  method: 'GET',
  path: '/reviews/open',
  summary:
    'Tells how many recordings wait for a review by each of these people, for those with any, in groups that the caller may see and queues that they manage.',
  action: 'roles:read',
  requestHeaders: portalReadHeaders,
  query: Type.Object({ user_references: batchOf(UserReference) }, closed),
  response: Type.Object({ items: Type.Array(OpenReviews) }),
})

export const ReviewFigure = Type.Object(
  {
    reviewed_by: UserReference,
    payload_type: PayloadType,
    disposition: Type.String(),
    marks: Type.Integer({ minimum: 1 }),
    unopened: Type.Integer({
      minimum: 0,
      description:
        'How many of them of recordings whose content had not reached the reviewer: not played, viewed, saved or read',
    }),
    requested_only: Type.Integer({
      minimum: 0,
      description:
        "How many of the unopened the trail calls 'Opened': an address of the content was given, and not used",
    }),
  },
  { title: 'ReviewFigure', description: 'How many recordings of a type somebody marked with a disposition.' },
)
export type ReviewFigure = Static<typeof ReviewFigure>

export const listReviewFigures = call({
  ...ofQueues,
  method: 'GET',
  path: '/reviews/figures',
  summary:
    'Counts the marks of each reviewer by type and disposition, in the groups whose reviews the caller may read.',
  action: 'reviews:manage',
  requestHeaders: portalReadHeaders,
  query: listQuery({
    date_from: Type.Optional(DateParameter),
    date_to: Type.Optional(DateParameter),
    groups: anyOf(GroupReference),
  }),
  response: listOf(ReviewFigure),
  errors: ['list.bad_last_key'],
})

export const reviewQueueCalls = {
  listReviewQueues,
  createReviewQueue,
  previewReviewQueue,
  getReviewQueue,
  updateReviewQueue,
  listReviewItems,
  listReviewDraws,
  assignReviews,
  reassignReviews,
  closeReviewQueue,
  escalateReviews,
  listOwnReviews,
  listOpenReviews,
  listReviewFigures,
}
