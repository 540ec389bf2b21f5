import {
  type CallInput,
  type calls,
  openReviewItemStates,
  type ReviewQueueDetail,
  reviewItemStates,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { peopleByReference } from '../portal-users/index.ts'
import { mayReviewIn } from './may-review.ts'
import { findManaged, toQueue } from './queue-record.ts'

/** `GET /review_queues/{queue_reference}`. */
export const getReviewQueue = async (
  ctx: RequestContext,
  { params: { queue_reference } }: CallInput<typeof calls.getReviewQueue>,
): Promise<ReviewQueueDetail> => {
  const groups = await ctx.groups()
  return ctx.read(async (tx) => {
    const queue = await findManaged(ctx, tx, queue_reference)
    const counted = await countedItems(tx, queue_reference)
    const byPerson = Map.groupBy(counted, ({ assigned_to }) => assigned_to)
    const references = [...byPerson.keys()].filter((person) => person !== null).sort()
    const known = await peopleByReference(tx, [...new Set([...references, queue.created_by, ...queue.reviewers])])
    const mayReview = await mayReviewIn(tx, groups, references)
    const people = references.map((user_reference) => {
      const own = byPerson.get(user_reference) ?? []
      const person = known.get(user_reference)
      const counts = Object.fromEntries(reviewItemStates.map((state) => [state, sum(own.filter(isIn([state])))]))
      return {
        user_reference,
        name: person?.name || null,
        is_active: person?.is_active ?? false,
        ...(counts as Record<(typeof reviewItemStates)[number], number>),
        hidden: sum(own.filter(isIn(openReviewItemStates)).filter((items) => !mayReview(user_reference, items))),
      }
    })
    const unassigned = sum((byPerson.get(null) ?? []).filter(isIn(openReviewItemStates)))
    return { ...toQueue(queue), people, unassigned }
  })
}

type Counted = Awaited<ReturnType<typeof countedItems>>[number]

const countedItems = (tx: TenantTransaction, queue_reference: string) =>
  tx.db
    .selectFrom('review_queue_items')
    .select((eb) => [
      'assigned_to' as const,
      'state' as const,
      'group' as const,
      'payload_type' as const,
      eb.fn.countAll<number>().as('items'),
    ])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .groupBy(['assigned_to', 'state', 'group', 'payload_type'])
    .execute()

const isIn =
  (states: readonly Counted['state'][]) =>
  ({ state }: Counted): boolean =>
    states.includes(state)

const sum = (counted: readonly Counted[]): number => counted.reduce((all, { items }) => all + Number(items), 0)
