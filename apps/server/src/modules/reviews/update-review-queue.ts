import { type CallInput, type calls, ProductError, type QueueRepetition, type ReviewQueue } from '@holdfast/contract'
import { sql } from 'kysely'
import type { GroupIndex } from '../../core/authorization/index.ts'
import { isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { isStorable, storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { mayReviewIn } from './may-review.ts'
import { moveOpenItems, moveSecondReviews, takeOpenItems } from './move-open-items.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { dealtBefore, recount, tellReviewers } from './queue-items.ts'
import { lockManaged, type QueueRow, toQueue } from './queue-record.ts'
import { arrivedBefore, assertMayRepeat, assertRoomToRepeat, repeatingFrom } from './repetition.ts'
import { assertReviewers } from './reviewers.ts'

/**
 * `PUT /review_queues/{queue_reference}`: the recordings stay as they were drawn. What waits for somebody who is a reviewer no longer, or for
 * nobody, is dealt to those who are (docs/decisions/0046); what none of them may have waits for nobody.
 */
export const updateReviewQueue = async (
  ctx: RequestContext,
  { params: { queue_reference }, body }: CallInput<typeof calls.updateReviewQueue>,
): Promise<ReviewQueue> => {
  const { version, name, reviewers } = body
  if (!isStorable(name)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const groups = await ctx.groups()
  return ctx.transaction(async (tx) => {
    const stored = await lockManaged(ctx, tx, queue_reference)
    assertVersion(version, stored)
    const { needs_opening = stored.needs_opening } = body
    const isRepeated = stored.draws > 0
    const repetition = repetitionAfter(ctx, tx, stored, body.repeats)
    if (stored.next_draw_at === null && repetition.next_draw_at !== null) await assertRoomToRepeat(tx)
    const due_on = isRepeated ? stored.due_on : body.due_on
    const [before, after] = [
      changeableFields(stored),
      changeableFields({ ...repetition, name, due_on, reviewers: [...reviewers], needs_opening }),
    ]
    if (isUnchanged(before, after)) {
      tx.audit('record.unchanged', { queue_reference })
      return toQueue(stored)
    }
    if (stored.second_review_percent > 0 && reviewers.length < 2) throw new ProductError('review_queue.needs_two')
    // Somebody who was removed from the account meanwhile may stay: what waits for them is theirs until it is reassigned.
    await assertReviewers(
      tx,
      reviewers.filter((person) => !stored.reviewers.includes(person)),
    )
    await changeItems(tx, queue_reference, { name, needs_opening, ...(!isRepeated && { due_on }) })
    const removed = stored.reviewers.filter((person) => !reviewers.includes(person))
    const people = isUnchanged(stored.reviewers, reviewers)
      ? []
      : await dealAgain(tx, queue_reference, { removed, reviewers, groups })
    const { actor } = ctx
    const { repeats, ...times } = repetition
    await setRepetition(tx, queue_reference, repeats)
    const queue = await recount(tx, queue_reference, {
      name,
      ...(!isRepeated && { due_on }),
      needs_opening,
      reviewers: [...reviewers],
      ...times,
      version: stored.version + 1,
      updated_by: actor.reference,
    })
    await tellReviewers(tx, queue_reference, [...stored.reviewers, ...reviewers])
    await notifyReviewers(tx, queue, { kind: 'reviews_assigned', caused_by: actor.reference, people })
    tx.audit('review_queue.updated', { queue_reference, before, after, rows: people.length })
    return toQueue(queue)
  })
}

const changeableFields = ({
  name,
  due_on,
  reviewers,
  needs_opening,
  repeats,
  repeats_by,
  draws_stopped,
}: Pick<QueueRow, 'name' | 'due_on' | 'reviewers' | 'needs_opening' | 'repeats' | 'repeats_by' | 'draws_stopped'>) => ({
  queue_name: name,
  due_on,
  reviewers,
  needs_opening,
  repeats,
  repeats_by,
  draws_stopped,
})

type Repetition = Pick<QueueRow, 'repeats' | 'repeats_by' | 'next_draw_at' | 'draws_stopped' | 'drawn_until'>

/** `recount` sets the columns that are no JSON. */
const setRepetition = (tx: TenantTransaction, queue_reference: string, repeats: QueueRow['repeats']) =>
  tx.db
    .updateTable('review_queues')
    .set({ repeats: repeats && storedJson(repeats) })
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .execute()

/** Stopped draws go on from where they stopped, with the rights of the caller; a queue that did not repeat begins now. */
const repetitionAfter = (
  ctx: RequestContext,
  tx: TenantTransaction,
  stored: QueueRow,
  wanted: QueueRepetition | null | undefined,
): Repetition => {
  const { repeats, repeats_by, next_draw_at, draws_stopped, drawn_until } = stored
  if (wanted === undefined || (isUnchanged(repeats, wanted) && draws_stopped === null)) {
    return { repeats, repeats_by, next_draw_at, draws_stopped, drawn_until }
  }
  assertMayRepeat(ctx, wanted)
  const from = repeats ? drawn_until : arrivedBefore(tx.now).toISOString()
  return { ...repeatingFrom(wanted, ctx.actor.reference, tx.now), drawn_until: wanted && from }
}

/** Lists of recordings tell the queue's name, its date and what it demands without reading the queue. Each draw of a queue has a date of its own. */
const changeItems = (
  tx: TenantTransaction,
  queue_reference: string,
  { name, due_on, needs_opening }: Pick<QueueRow, 'name' | 'needs_opening'> & { due_on?: string | null },
): Promise<unknown> => {
  const due = due_on === undefined ? sql<string | null>`due_on` : sql<string | null>`${due_on}::date`
  return tx.db
    .updateTable('review_queue_items')
    .set({ queue_name: name, due_on: due, needs_opening })
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`(queue_name, due_on, needs_opening) is distinct from
      (${name}::text, ${due}, ${needs_opening}::boolean)`)
    .execute()
}

/** @returns who has each recording that nobody, or somebody who was taken out, had before */
const dealAgain = async (
  tx: TenantTransaction,
  queue_reference: string,
  { removed, reviewers, groups }: { removed: readonly string[]; reviewers: readonly string[]; groups: GroupIndex },
): Promise<string[]> => {
  const mayReview = await mayReviewIn(tx, groups, reviewers)
  const counts = new Map(await dealtBefore(tx, queue_reference))
  await takeOpenItems(tx, queue_reference, removed)
  const { people } = await moveOpenItems(tx, queue_reference, { from: null, to: reviewers, mayReview, counts })
  await moveSecondReviews(tx, queue_reference, { from: removed, to: reviewers, mayReview, counts: new Map() })
  return people
}
