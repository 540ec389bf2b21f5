import { type CallInput, type calls, payloadTypes } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, isAnyOf, isEqual } from '../../platform/database/index.ts'
import { isVisibleIn, withVisibleReviews } from '../payloads/index.ts'
import { isDue, isUnfinishedQueue } from './count-reviews.ts'
import { isOpenItem } from './queue-items.ts'
import { findManaged, isManaged, toQueue } from './queue-record.ts'

/** `GET /review_queues`, newest first. */
export const listReviewQueues = (ctx: RequestContext, { query }: CallInput<typeof calls.listReviewQueues>) =>
  answerTableList(ctx, query, {
    table: 'review_queues',
    key: ['queue_reference'],
    direction: 'desc',
    conditions: ({ is_closed, is_unfinished, search, ...due }) => [
      isManaged(ctx),
      isEqual('is_closed', is_closed),
      is_unfinished === undefined ? undefined : sql<boolean>`(${isUnfinishedQueue}) = ${is_unfinished}`,
      ...isDue(due),
      containsText(['name'], search),
    ],
    toItems: (rows) => rows.map(toQueue),
  })

const itemList = { table: 'review_queue_items', key: ['queue_reference', 'place'] } as const

/** `GET /review_queues/{queue_reference}/items`. */
export const listReviewItems = async (
  ctx: RequestContext,
  { params: { queue_reference }, query }: CallInput<typeof calls.listReviewItems>,
) => {
  await ctx.read((tx) => findManaged(ctx, tx, queue_reference))
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  return answerTableList(ctx, query, {
    ...itemList,
    list: `items of ${queue_reference}`,
    conditions: ({ states, assigned_to }) => [
      isEqual('queue_reference', queue_reference),
      isVisibleIn(visible),
      isAnyOf('state', states),
      isAnyOf('assigned_to', assigned_to),
    ],
    toItems: (rows) => withVisibleReviews(ctx, rows),
  })
}

/** `GET /reviews/waiting`: what the caller may read of what was assigned to them. */
export const listOwnReviews = async (ctx: RequestContext, { query }: CallInput<typeof calls.listOwnReviews>) => {
  const visible = await ctx.visibility('payloads:read', payloadTypes)
  return answerTableList(ctx, query, {
    ...itemList,
    list: 'own reviews',
    conditions: ({ payload_references, states, ...due }) => [
      isEqual('assigned_to', ctx.actor.reference),
      isOpenItem,
      isVisibleIn(visible),
      isAnyOf('payload_reference', payload_references),
      isAnyOf('state', states),
      ...isDue(due),
    ],
    toItems: (rows) => withVisibleReviews(ctx, rows),
  })
}
