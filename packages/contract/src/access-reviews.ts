/** Access reviews: who has access to a group is listed at intervals, and its owner certifies or revokes each row. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields, changeFields } from './entity-fields.ts'
import { GroupReference, RoleReference, Ulid, UserReference, writtenText } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { DateOnly, Timestamp } from './times.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

const Days = Type.Integer({ minimum: 1, maximum: limits.maxAccessReviewDays })
const Count = Type.Integer({ minimum: 0 })
const Note = writtenText(1000)

const scheduleFields = {
  owner: UserReference,
  interval_days: { ...Days, description: 'From one list to the next' },
  days_to_decide: { ...Days, description: 'From a list until it is due' },
  next_on: { ...DateOnly, description: 'The day (UTC) of the next list' },
}

export const AccessReviewSchedule = Type.Object(
  { ...changeFields, group_reference: GroupReference, ...scheduleFields, version: Version },
  { title: 'AccessReviewSchedule', description: 'Who reviews at intervals who has access to a group.' },
)
export type AccessReviewSchedule = Static<typeof AccessReviewSchedule>

export const AccessReview = Type.Object(
  {
    ...accountFields,
    review_reference: Ulid,
    group_reference: GroupReference,
    owner: UserReference,
    is_owner_active: Type.Boolean({ description: 'false: they were removed, and somebody else has to be named' }),
    drawn_at: Timestamp,
    due_on: DateOnly,
    finished_at: nullable(Timestamp),
    finished_by: nullable(Author),
    rows: Count,
    certified: Count,
    revoked: Count,
  },
  {
    title: 'AccessReview',
    description: 'A list of who had access to a group when it was drawn, and what was decided.',
  },
)
export type AccessReview = Static<typeof AccessReview>

export const accessDecisions = ['certified', 'revoked'] as const
export const AccessDecision = Type.Enum(accessDecisions)
export type AccessDecision = Static<typeof AccessDecision>

/** `ended`: a role for a time was taken away. `handed_over`: others have to take the role away. `gone`: they had lost it before. */
export const revocationOutcomes = ['ended', 'handed_over', 'gone'] as const
export const RevocationOutcome = Type.Enum(revocationOutcomes)
export type RevocationOutcome = Static<typeof RevocationOutcome>

const ItemNumber = Type.Integer({ minimum: 1, maximum: limits.maxAccessReviewItems })

export const AccessReviewItem = Type.Object(
  {
    ...accountFields,
    review_reference: Ulid,
    item: ItemNumber,
    user_reference: { ...UserReference, description: 'Of a client app, app/ and its app_reference' },
    display_name: Type.String(),
    role_reference: RoleReference,
    valid_until: nullable({
      ...Timestamp,
      description: 'The end of a role for a time; null for one of an identity or an app',
    }),
    last_used_at: nullable({
      ...Timestamp,
      description:
        'When they last opened content of the group, within a year, if the role allows it and since they have it, as far as that is known',
    }),
    is_held: Type.Boolean({ description: 'Whether they have the role now' }),
    decision: nullable(AccessDecision),
    outcome: nullable(RevocationOutcome),
    note: nullable(Note),
    decided_at: nullable(Timestamp),
    decided_by: nullable(Author),
  },
  { title: 'AccessReviewItem', description: 'Somebody with access to the group, and the role that gives it.' },
)
export type AccessReviewItem = Static<typeof AccessReviewItem>

export const AccessDecisionOutcome = Type.Object(
  {
    item: ItemNumber,
    result: Type.Enum(['certified', ...revocationOutcomes, 'refused']),
    code: Type.Optional(Type.String({ description: 'Of a refusal: access_review.decided or access_review.own' })),
  },
  { title: 'AccessDecisionOutcome', description: 'What became of one row.' },
)
export type AccessDecisionOutcome = Static<typeof AccessDecisionOutcome>

const common = { catalogue: 'admin-client', beyondSpecification: true } as const
const ScheduleParams = Type.Object({ group_reference: GroupReference }, closed)
const ReviewParams = Type.Object({ review_reference: Ulid }, closed)

export const listAccessReviewSchedules = call({
  ...common,
  method: 'GET',
  path: '/access_review_schedules',
  summary: 'Lists the groups whose access is reviewed at intervals, of those that the caller may see.',
  action: 'roles:read',
  query: listQuery({}),
  response: listOf(AccessReviewSchedule),
  errors: ['list.bad_last_key'],
})

export const putAccessReviewSchedule = call({
  ...common,
  method: 'PUT',
  path: '/access_review_schedules/{group_reference}',
  summary:
    'Names who reviews at intervals who has access to a group. A list that is due is drawn at once; one that waits for decisions goes to the new owner.',
  action: 'account:write',
  params: ScheduleParams,
  body: Type.Object({ ...expectedVersion, ...scheduleFields }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: AccessReviewSchedule,
  audit: 'access_review_schedule.updated',
  errors: ['request.not_found', 'edit.conflict', 'access_review.unknown_owner'],
})

export const deleteAccessReviewSchedule = call({
  ...common,
  method: 'DELETE',
  path: '/access_review_schedules/{group_reference}',
  summary: 'Ends the reviews of a group at intervals. Lists that were drawn stay.',
  action: 'account:write',
  params: ScheduleParams,
  query: ExpectedVersionQuery,
  responseKind: 'empty',
  audit: 'access_review_schedule.deleted',
  errors: ['request.not_found', 'edit.conflict'],
})

export const listAccessReviews = call({
  ...common,
  method: 'GET',
  path: '/access_reviews',
  summary:
    'Lists access reviews, newest first: those of the caller, and with `roles:read` those of groups that they may see.',
  action: 'signed_in',
  requestHeaders: portalReadHeaders,
  query: listQuery({
    group_reference: Type.Optional(GroupReference),
    is_own: Type.Optional(Type.Boolean()),
    is_finished: Type.Optional(Type.Boolean()),
    is_still_held: Type.Optional(
      Type.Boolean({
        description:
          'The latest of their group, of which somebody still has a role that was revoked and that others have to take away',
      }),
    ),
    due_to: Type.Optional(DateOnly),
  }),
  response: listOf(AccessReview),
  errors: ['list.bad_last_key'],
})

export const getAccessReview = call({
  ...common,
  method: 'GET',
  path: '/access_reviews/{review_reference}',
  summary: 'Reads an access review.',
  action: 'signed_in',
  params: ReviewParams,
  response: AccessReview,
  errors: ['request.not_found'],
})

export const listAccessReviewItems = call({
  ...common,
  method: 'GET',
  path: '/access_reviews/{review_reference}/items',
  summary: 'Lists the rows of an access review: people, then client apps, with the role that gave each access.',
  action: 'signed_in',
  params: ReviewParams,
  query: listQuery({
    decision: Type.Optional(Type.Enum([...accessDecisions, 'none'], { description: 'none: nobody has decided' })),
  }),
  response: listOf(AccessReviewItem),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const decideAccessReview = call({
  ...common,
  method: 'POST',
  path: '/access_reviews/{review_reference}/decisions',
  summary:
    'Certifies or revokes 1 to 100 rows of an access review, or certifies all that nobody has decided on. For its owner, and people with `account:write`; nobody decides on themselves. A decision is never changed. The last one finishes the review.',
  action: 'signed_in',
  params: ReviewParams,
  body: Type.Object(
    {
      decision: AccessDecision,
      items: Type.Optional(
        Type.Array(ItemNumber, {
          minItems: 1,
          maxItems: limits.maxReferencesInBatch,
          uniqueItems: true,
          description: 'Absent: certifies all the rest',
        }),
      ),
      note: Type.Optional(Note),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Type.Object({ items: Type.Array(AccessDecisionOutcome) }),
  audit: 'access_review.decided',
  errors: ['request.not_found', 'access_review.not_own', 'access_review.finished', 'access_review.needs_rows'],
})

export const finishAccessReview = call({
  ...common,
  method: 'POST',
  path: '/access_reviews/{review_reference}/finish',
  summary: 'Finishes an access review with the rows that nobody has decided on, as a record that is never changed.',
  action: 'signed_in',
  params: ReviewParams,
  response: AccessReview,
  audit: 'access_review.finished',
  errors: ['request.not_found', 'access_review.not_own', 'access_review.finished'],
})

export const accessReviewCalls = {
  listAccessReviewSchedules,
  putAccessReviewSchedule,
  deleteAccessReviewSchedule,
  listAccessReviews,
  getAccessReview,
  listAccessReviewItems,
  decideAccessReview,
  finishAccessReview,
}
