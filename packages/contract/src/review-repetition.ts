/** Review queues that are drawn anew each day or week, and their draws (docs/decisions/0108). */
import { type Static, Type } from 'typebox'
import { GroupReference, Ulid, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'
import { DateOnly, Timestamp, TimeZone } from './times.ts'

/** When a queue is drawn anew. The days and hours are those of its time zone. */
export const QueueRepetition = Type.Object(
  {
    weekday: {
      ...nullable(Type.Integer({ minimum: 1, maximum: 7 })),
      description: 'Monday is 1 and Sunday is 7; null: each day',
    },
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    time_zone: TimeZone,
    until: { ...nullable(DateOnly), description: 'The last day on which it is drawn; null: until the queue is closed' },
    due_after_days: {
      ...nullable(Type.Integer({ minimum: 0, maximum: limits.maxDueAfterDays })),
      description: 'How many days after a draw its recordings are due; null: never',
    },
  },
  { ...closed, title: 'QueueRepetition', description: 'When a review queue is drawn anew.' },
)
export type QueueRepetition = Static<typeof QueueRepetition>

/**
 * `author`: whoever has the queue repeat may read none of the recordings, or manage none of their reviews. `author_removed`: they were removed
 * from the account. `matter`: they may not open the matter that the filter names. `filter`: it cannot be applied any more.
 */
export const drawStops = ['author', 'author_removed', 'matter', 'filter'] as const
export const DrawStop = Type.Enum(drawStops)
export type DrawStop = Static<typeof DrawStop>

export const firstDraws = ['everything', 'last_period', 'nothing'] as const
export const FirstDraw = Type.Enum(firstDraws, {
  default: 'everything',
  description:
    'With `repeats`: the recordings that the first draw is from. everything: all that arrived. last_period: those of the last whole day or week; the next draw goes on from its end. nothing: the queue begins without recordings',
})
export type FirstDraw = Static<typeof FirstDraw>

export const DrawLeftOut = Type.Object(
  {
    payload_types: Type.Array(PayloadType, { description: 'Kinds that the filter names, in none of the groups' }),
    groups: Type.Array(GroupReference, { description: 'Groups that the filter names, at least some of their kinds' }),
    others: Type.Boolean({ description: 'Whether there were also groups or kinds that the filter does not name' }),
  },
  {
    title: 'DrawLeftOut',
    description:
      'Groups and kinds of which a draw has nothing, because its author could not read them or manage their reviews.',
  },
)
export type DrawLeftOut = Static<typeof DrawLeftOut>

export const ReviewDraw = Type.Object(
  {
    queue_reference: Ulid,
    draw: Type.Integer({ minimum: 1 }),
    arrived_after: {
      ...nullable(Timestamp),
      description: 'It is from the recordings processed after this time; null: from all before `arrived_until`',
    },
    arrived_until: Timestamp,
    seed: {
      ...nullable(Type.String()),
      description:
        'The key of this draw: that of the sample for the first one, then the hexadecimal HMAC-SHA256 of `arrived_until` with that key; null: all were drawn',
    },
    drawn_at: Timestamp,
    matched: Type.Integer({ minimum: 0 }),
    items: Type.Integer({ minimum: 0, description: 'How many of them were drawn' }),
    due_on: nullable(DateOnly),
    drawn_by: {
      ...nullable(UserReference),
      description: 'With whose rights it was drawn; null: drawn before this was recorded',
    },
    left_out: {
      ...nullable(DrawLeftOut),
      description: 'null: nothing that the filter matches, as far as this was recorded',
    },
    failure: { ...nullable(Type.String()), description: 'Product error code of a draw that failed' },
    open: Type.Integer({ minimum: 0, description: 'How many somebody still has to review' }),
    reviewed: Type.Integer({ minimum: 0 }),
    late: Type.Integer({ minimum: 0, description: 'How many were reviewed after `due_on`, or are open since then' }),
    opened: Type.Integer({
      minimum: 0,
      description: 'How many of those reviewed had been played, viewed, saved or read before they were marked',
    }),
    unopened: Type.Integer({
      minimum: 0,
      description: 'How many of those reviewed were marked, by one of their reviewers, without that',
    }),
    reviewed_twice: Type.Integer({ minimum: 0 }),
    differing: Type.Integer({
      minimum: 0,
      description: 'How many of those reviewed twice have another disposition than at first',
    }),
  },
  { title: 'ReviewDraw', description: 'One draw of a review queue that repeats, and how far its recordings are.' },
)
export type ReviewDraw = Static<typeof ReviewDraw>
