import { openReviewItemStates, type ReviewItemState, reviewItemStates } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { insertRows, type TenantTransaction } from '../../platform/database/index.ts'
import type { DealtReview } from './deal-reviews.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import type { QueueRow } from './queue-record.ts'

export const insertItems = insertRows('review_queue_items', [
  'queue_reference',
  'place',
  'payload_reference',
  'payload_type',
  'group',
  'device_user_reference',
  'payload_time',
  'queue_name',
  'due_on',
  'needs_opening',
  'reviewer',
  'second_reviewer',
  'assigned_to',
  'state',
  'draw',
])

/** A recording at its place in a queue, and of which of its draws it is. */
export const itemOf = (
  {
    queue_reference,
    name,
    due_on,
    needs_opening,
  }: Pick<QueueRow, 'queue_reference' | 'name' | 'due_on' | 'needs_opening'>,
  { payload, reviewer, second_reviewer }: DealtReview,
  place: number,
  draw: number | null = null,
) => {
  const { payload_reference, payload_type, group, device_user_reference, payload_time } = payload
  return {
    queue_reference,
    place,
    payload_reference,
    payload_type,
    group,
    device_user_reference,
    payload_time,
    queue_name: name,
    due_on,
    needs_opening,
    reviewer,
    second_reviewer,
    assigned_to: reviewer,
    state: 'waiting' satisfies ReviewItemState,
    draw,
  }
}

/** The recordings among these that are in a queue. */
export const presentIn = async (
  tx: TenantTransaction,
  queue_reference: string,
  payload_references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.db
    .selectFrom('review_queue_items')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()
  return new Set(rows.map(({ payload_reference }) => payload_reference))
}

/** How many recordings of a queue each reviewer was dealt. */
export const dealtBefore = async (
  tx: TenantTransaction,
  queue_reference: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx.db
    .selectFrom('review_queue_items')
    .select((eb) => ['reviewer' as const, eb.fn.countAll<number>().as('items')])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .groupBy('reviewer')
    .execute()
  return new Map(rows.flatMap(({ reviewer, items }) => (reviewer === null ? [] : [[reviewer, Number(items)]])))
}

export const isOpenItem: RawBuilder<boolean> = sql<boolean>`state = any(${[...openReviewItemStates]}::text[])`

/**
 * Counts the items of a queue again, at most `maxQueueItems`, or `maxRepeatedQueueItems` of all its draws. A queue that was drawn anew is due
 * with the earliest of its open draws. The queue must be locked.
 */
export const recount = async (
  tx: TenantTransaction,
  queue_reference: string,
  changes: Partial<Omit<QueueRow, 'filter' | 'sample' | 'repeats'>> & Pick<QueueRow, 'updated_by'>,
): Promise<QueueRow> => {
  const counted = await tx.db
    .selectFrom('review_queue_items')
    .select((eb) => [
      'state' as const,
      eb.fn.countAll<number>().as('items'),
      eb.fn.min<string | null>('due_on').as('due_on'),
    ])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .groupBy('state')
    .execute()
  const open = counted.filter(({ state }) => openReviewItemStates.some((one) => one === state))
  const [earliest = null] = open.flatMap(({ due_on }) => due_on ?? []).sort()
  const numbers = new Map(counted.map(({ state, items }) => [state, Number(items)]))
  const counts = Object.fromEntries(reviewItemStates.map((state) => [state, numbers.get(state) ?? 0]))
  const queue = await tx.db
    .updateTable('review_queues')
    .set({
      due_on: sql<string | null>`case when draws > 0 then ${earliest}::date else due_on end`,
      ...(counts as Record<ReviewItemState, number>),
      ...changes,
      updated_at: tx.now,
    })
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .returningAll()
    .executeTakeFirstOrThrow()
  const notice = {
    kind: 'review_queue',
    reference: queue_reference,
    state: null,
    payload_type: null,
    group: null,
    // Whoever manages reviews of some groups alone manages the queues that they drew.
    audience: { people: [queue.created_by], roles: [] },
  } as const
  await tx.notify(notice)
  return queue
}

/** Tells the open screens of these people that something waits for them, or no longer does. */
export const tellReviewers = (
  tx: TenantTransaction,
  queue_reference: string,
  people: readonly (string | null)[],
): Promise<void> =>
  tx.notify({
    kind: 'review',
    reference: queue_reference,
    state: null,
    payload_type: null,
    group: null,
    audience: { people: [...new Set(people.filter((person) => person !== null))], roles: [] },
  })

/** The open items of these recordings that are assigned to somebody. */
const ownOpenItems = (tx: TenantTransaction, assigned_to: string, payload_references: readonly string[]) =>
  tx.db
    .selectFrom('review_queue_items')
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('assigned_to', '=', assigned_to)
    .where(isOpenItem)

/** Which of these recordings wait for somebody in a queue. */
export const waitingFor = async (
  tx: TenantTransaction,
  person: string,
  payload_references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await ownOpenItems(tx, person, payload_references).select('payload_reference').execute()
  return new Set(found.map(({ payload_reference }) => payload_reference))
}

/** Which of these recordings wait for somebody in a queue that demands to open them. */
export const demandedOpenings = async (
  tx: TenantTransaction,
  person: string,
  payload_references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await ownOpenItems(tx, person, payload_references)
    .where('needs_opening', '=', true)
    .select('payload_reference')
    .execute()
  return new Set(found.map(({ payload_reference }) => payload_reference))
}

/** What somebody has just marked. */
interface Marked {
  reviewed_by: string
  reviewed_at: string
  disposition: string
  payload_references: readonly string[]
}

/**
 * Settles the items of these recordings that are assigned to whoever marked them: reviewed, or on to a second reviewer who is somebody
 * else. Marks of other people settle nothing.
 */
export const settleItems = async (
  tx: TenantTransaction,
  { reviewed_by, reviewed_at, disposition, payload_references }: Marked,
): Promise<string[]> => {
  const own = () => ownOpenItems(tx, reviewed_by, payload_references)
  const found = await own().select('queue_reference').distinct().orderBy('queue_reference').execute()
  for (const { queue_reference } of found) {
    await tx.db
      .selectFrom('review_queues')
      .select('queue_reference')
      .where('client', '=', tx.client)
      .where('queue_reference', '=', queue_reference)
      .forUpdate()
      .execute()
    const other = sql<string | null>`case when second_reviewer is not null and reviewed_by is null
      then coalesce(nullif(second_reviewer, ${reviewed_by}::text), nullif(reviewer, ${reviewed_by}::text)) end`
    const settled = await tx.db
      .updateTable('review_queue_items')
      .set({
        state: sql<ReviewItemState>`case when ${other} is null then 'reviewed' else 'second_review' end`,
        assigned_to: sql<string>`coalesce(${other}, assigned_to)`,
        // Of the first review, if this is the second one.
        first_reviewed_by: sql.ref('reviewed_by'),
        first_reviewed_at: sql.ref('reviewed_at'),
        first_disposition: sql.ref('disposition'),
        reviewed_by,
        reviewed_at,
        disposition,
      })
      .where('client', '=', tx.client)
      .where('queue_reference', '=', queue_reference)
      .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
      .where('assigned_to', '=', reviewed_by)
      .where(isOpenItem)
      .returning(['assigned_to', 'state'])
      .execute()
    const queue = await recount(tx, queue_reference, { updated_by: reviewed_by })
    const people = settled.flatMap(({ state, assigned_to }) => (state === 'second_review' ? assigned_to : []))
    await notifyReviewers(tx, queue, { kind: 'reviews_assigned', caused_by: reviewed_by, people })
    await tellReviewers(tx, queue_reference, [reviewed_by, ...settled.map(({ assigned_to }) => assigned_to)])
  }
  return found.map(({ queue_reference }) => queue_reference)
}
