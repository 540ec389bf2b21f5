import {
  type DrawLeftOut,
  type DrawStop,
  type ErrorCode,
  limits,
  PayloadQueueFilter,
  ProductError,
  ReviewSample,
} from '@holdfast/contract'
import { Type } from 'typebox'
import Value from 'typebox/value'
import { mattersOfFilter, recordProductActivity } from '../../core/activities/index.ts'
import type { GroupIndex } from '../../core/authorization/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notifyPeople } from '../notifications/index.ts'
import { matchingToReview } from '../payloads/index.ts'
import { findPerson, peopleWhoMay } from '../portal-users/index.ts'
import { leftOutOf, rightsOfAuthor } from './author-rights.ts'
import { type Drawn, dealQueue, drawOf, maxMatched, nothingDrawn } from './draw-queue.ts'
import { mayReviewIn } from './may-review.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { insertItems, itemOf, presentIn, recount, tellReviewers } from './queue-items.ts'
import { lockQueue, type QueueRow, queueOf } from './queue-record.ts'
import { dueOn, nextDraw } from './repeat-times.ts'
import { seedOfDraw, settleMs } from './repetition.ts'
import { insertDraw } from './review-draws.ts'

const definition = { name: 'draw_review_queues', payload: Type.Object({}), maxAttempts: 3 }
const call = `JOB ${definition.name}`

/** Hours begin at different minutes around the world. */
export const drawReviewQueues: Job<Record<string, unknown>> = {
  definition,
  schedule: '4,34 * * * *',
  async handle({ platform, signal }) {
    const failures: unknown[] = []
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      // A queue that cannot be drawn must not delay the others.
      await drawDueQueues(platform, client, new Date(), signal).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Review queues were not drawn')
  },
}

type Parts = Pick<Platform, 'authorization' | 'database'>
type Database = Platform['database']

/** Draws the queues of an account that are due, once for each period, including missed ones. */
export const drawDueQueues = async (
  platform: Parts,
  client: string,
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  const due = await platform.database.read(client, (tx) => dueQueues(tx, now))
  const failures: unknown[] = []
  for (const queue_reference of due) {
    try {
      while (await drawNext(platform, client, queue_reference, now)) signal?.throwIfAborted()
    } catch (error) {
      signal?.throwIfAborted()
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Review queues were not drawn')
}

const dueQueues = async (tx: TenantTransaction, now: Date): Promise<string[]> => {
  const due = await tx.db
    .selectFrom('review_queues')
    .select('queue_reference')
    .where('client', '=', tx.client)
    .where('next_draw_at', '<=', new Date(now.getTime() - settleMs).toISOString())
    .orderBy('queue_reference')
    .execute()
  return due.map(({ queue_reference }) => queue_reference)
}

/** The result of a period: a draw, a failed one, or the end of draws. */
type Result = { drawn: Drawn; leftOut: DrawLeftOut | null; failure: ErrorCode | null } | { stop: DrawStop }

/** A queue with the period that is due. */
interface Due {
  queue: QueueRow
  until: Date
}

/**
 * Draws the period of a queue that is due, and stores everything of it at once. A worker that dies has stored nothing; of two at the same time one
 * does, and the period of the other one is no longer due.
 * @returns whether there may be another one
 */
export const drawNext = async (
  platform: Parts,
  client: string,
  queue_reference: string,
  now: Date,
): Promise<boolean> => {
  const due = await platform.database.read(client, async (tx) => dueOf(await queueOf(tx, queue_reference), now))
  if (!due) return false
  const groups = await platform.authorization.groupsOf(client, null)
  const result = await resultOf(platform.database, client, due, groups)
  return platform.database.transaction(client, async (tx) => {
    const queue = await lockQueue(tx, queue_reference)
    const { version, next_draw_at } = due.queue
    if (!queue || queue.is_closed || queue.version !== version || queue.next_draw_at !== next_draw_at) return true
    if ('stop' in result) {
      await stopDraws(tx, queue, result.stop)
      return false
    }
    await storeDraw(tx, { ...due, queue }, result, groups)
    return true
  })
}

const dueOf = (queue: QueueRow | undefined, now: Date): Due | null => {
  if (!queue?.next_draw_at || queue.is_closed || !queue.repeats) return null
  const until = new Date(queue.next_draw_at)
  return until.getTime() <= now.getTime() - settleMs ? { queue, until } : null
}

const resultOf = async (
  database: Database,
  client: string,
  { queue, until }: Due,
  groups: GroupIndex,
): Promise<Result> => {
  const { filter, sample, drawn_until, queue_reference } = queue
  if (!Value.Check(PayloadQueueFilter, filter) || (sample !== null && !Value.Check(ReviewSample, sample))) {
    return { stop: 'filter' }
  }
  const rights = await database.read(client, (tx) => rightsOfAuthor(tx, queue, groups))
  if ('stop' in rights) return rights
  const { visible } = rights
  const reader = {
    client,
    read: <T>(work: Parameters<typeof database.read<T>>[1]) => database.read(client, work),
    readOnce: <Row>(statement: Parameters<typeof database.readOnce<Row>>[1]) => database.readOnce(client, statement),
  }
  const arrived = { after: drawn_until === null ? null : new Date(drawn_until), until }
  const matched = await matchingToReview(reader, filter, { visible, limit: maxMatched, arrived })
  const seed = seedOfDraw(sample?.seed ?? queue_reference, until)
  const leftOut = leftOutOf(filter, visible, groups)
  try {
    return { drawn: drawOf(matched, sample && { ...sample, seed }), leftOut, failure: null }
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    return { drawn: { ...nothingDrawn, matched: matched.length }, leftOut, failure: error.code }
  }
}

const storeDraw = async (
  tx: TenantTransaction,
  { queue, until }: Due,
  result: Exclude<Result, { stop: DrawStop }>,
  groups: GroupIndex,
): Promise<void> => {
  const { queue_reference, repeats, drawn_until: arrived_after, sample, reviewers, second_review_percent } = queue
  if (!repeats) return
  const { repeats_by: drawn_by } = queue
  const { leftOut: left_out } = result
  const references = result.drawn.payloads.map(({ payload_reference }) => payload_reference)
  // People can have added some of them.
  const present = await presentIn(tx, queue_reference, references)
  const news = result.drawn.payloads.filter(({ payload_reference }) => !present.has(payload_reference))
  const isFull = queue.items + news.length > limits.maxRepeatedQueueItems
  const failure = isFull ? 'review_queue.too_many' : result.failure
  const payloads = isFull ? [] : news
  const draw = queue.draws + 1
  const mayReview = await mayReviewIn(tx, groups, reviewers)
  const seed = seedOfDraw(sample?.seed ?? queue_reference, until)
  const { matched } = result.drawn
  const { reviews } = dealQueue(
    { matched, payloads },
    // Another one begins each time, so that small draws do not all go to the first.
    { reviewers: startingWith(reviewers, draw - 1), second_review_percent, seed, mayReview },
  )
  const due_on = dueOn(repeats, until)
  const items = reviews.map((review, at) => itemOf({ ...queue, due_on }, review, queue.items + at, draw))
  await insertDraw(tx, {
    queue_reference,
    draw,
    arrived_after,
    arrived_until: until,
    seed: sample && seed,
    matched,
    items: items.length,
    due_on,
    drawn_by,
    left_out,
    failure,
  })
  await tx.executeAll([insertItems(tx.client, items)])
  const changed = await recount(tx, queue_reference, {
    updated_by: 'system',
    matched: queue.matched + matched,
    items: queue.items + items.length,
    draws: draw,
    drawn_until: until.toISOString(),
    next_draw_at: nextDraw(repeats, until)?.toISOString() ?? null,
  })
  const people = items.map(({ assigned_to }) => assigned_to)
  await tellReviewers(tx, queue_reference, people)
  await notifyReviewers(tx, changed, { kind: 'reviews_assigned', caused_by: null, people })
  await recordProductActivity(tx, {
    call,
    event: 'review_queue.drawn',
    details: {
      queue_reference,
      ...mattersOfFilter(queue.filter),
      draw,
      arrived_after,
      arrived_until: until.toISOString(),
      matched,
      rows: items.length,
      drawn_by,
      left_out,
      ...(sample && { seed }),
      ...(failure && { failure }),
    },
  })
  if (failure) await notifyManagers(tx, queue)
}

const startingWith = (people: readonly string[], place: number): string[] => {
  const at = place % Math.max(1, people.length)
  return [...people.slice(at), ...people.slice(0, at)]
}

const stopDraws = async (tx: TenantTransaction, queue: QueueRow, stopped: DrawStop): Promise<void> => {
  const { queue_reference, repeats_by, filter } = queue
  await recount(tx, queue_reference, { updated_by: 'system', next_draw_at: null, draws_stopped: stopped })
  await recordProductActivity(tx, {
    call,
    event: 'review_queue.draws_stopped',
    details: { queue_reference, ...mattersOfFilter(filter), stopped, repeats_by },
  })
  await notifyManagers(tx, queue)
}

/** Notifies the people who drew the queue or had it repeat, and everybody who manages all queues. */
const notifyManagers = async (
  tx: TenantTransaction,
  { queue_reference: reference, name, created_by, repeats_by }: QueueRow,
): Promise<void> => {
  const managers = await peopleWhoMay(tx, [{ action: 'reviews:manage' }])
  const people = new Set(managers.map(({ user_reference }) => user_reference))
  for (const own of [created_by, repeats_by ?? created_by]) {
    if ((await findPerson(tx, own))?.is_active) people.add(own)
  }
  await notifyPeople(
    tx,
    [...people].map((recipient) => ({ recipient, kind: 'queue_not_drawn', caused_by: null, reference, name })),
  )
}
