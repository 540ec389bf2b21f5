import { calls, openReviewItemStates } from '@holdfast/contract'
import { type mayReviewIn, passOn, reviewPayloads, type Tables, type TenantTransaction } from '@holdfast/server'
import { type Selectable, sql } from 'kysely'
import type { DemoPerson } from '../demo-customers.ts'
import { custodyOfPlayback } from './custody-rows.ts'
import { insertRows } from './insert-rows.ts'
import { named } from './named.ts'
import { addressOf } from './playbacks.ts'
import { callOf, replay } from './replay.ts'
import type { ScenarioQueue } from './review-scenarios.ts'
import { minuteMs } from './time-spans.ts'
import { playbackTrail } from './trail-rows.ts'

/** A queue in which people review. */
export interface WorkedQueue {
  queue_reference: string
  scenario: ScenarioQueue
  mayReview: Awaited<ReturnType<typeof mayReviewIn>>
  people: readonly DemoPerson[]
}

/** For how long a recording is left alone by its other reviewers and playbacks before somebody marks it. */
const sincePlaybackMs = 10 * minuteMs
const openedBeforeMs = 4 * minuteMs

interface Marking {
  moment: number
  /** Which mark of the queue it is, of how many. */
  index: number
  count: number
}

/** The reviewer who has the next recording opens it and marks it as reviewed. Nothing happens if nothing is left. */
export const markNext = async (tx: TenantTransaction, queue: WorkedQueue, marking: Marking): Promise<void> => {
  const item = await nextItem(tx, queue)
  if (!item?.assigned_to) return
  const { payload_reference, group } = item
  const reviewer = named(item.assigned_to, queue.people)
  const moment = Math.max(marking.moment, (await changedAt(tx, payload_reference)) + sincePlaybackMs)
  await open(tx, item, reviewer, moment - openedBeforeMs)
  const said = { payload_references: [payload_reference], ...saidOf(queue.scenario, marking) }
  const call = {
    ...callOf(calls.markReviewed),
    person: reviewer,
    at: moment,
    group,
    seed: `${queue.queue_reference} ${payload_reference} by ${reviewer.user_reference}`,
  }
  const actor = { kind: 'portal_user', reference: reviewer.user_reference, address: addressOf(reviewer) } as const
  const { items } = await replay(tx, call, (then) =>
    reviewPayloads(then, actor, said, (payload) =>
      payload && queue.mayReview(reviewer.user_reference, payload) ? null : 'auth.forbidden',
    ),
  )
  assertDone(items)
}

interface PassingOn {
  moment: number
  passed: ScenarioQueue['passedOn'][number]
}

/** Somebody passes on the last recording that waits for them, if any does. */
export const passOnLast = async (
  tx: TenantTransaction,
  { queue_reference, scenario, mayReview, people }: WorkedQueue,
  { moment, passed: { by, to, note } }: PassingOn,
): Promise<void> => {
  const item = await openItems(tx, { queue_reference, assigned_to: [by] })
    .orderBy('place', 'desc')
    .executeTakeFirst()
  if (!item) return
  const call = {
    ...callOf(calls.escalateReviews),
    person: named(by, people),
    at: moment,
    parameters: { queue_reference },
    seed: `${scenario.name} passed on by ${by}`,
  }
  const body = { payload_references: [item.payload_reference], to, note }
  const mayRead = (read: typeof item) => mayReview(by, read)
  assertDone(await replay(tx, call, (then) => passOn(then, queue_reference, body, { me: by, mayRead, mayReview })))
}

type ItemRow = Selectable<Tables['review_queue_items']>

/** First reviews before second ones; among first reviews, those that are followed by a second one come first. */
const nextItem = (tx: TenantTransaction, { queue_reference, scenario }: WorkedQueue): Promise<ItemRow | undefined> =>
  openItems(tx, { queue_reference, assigned_to: scenario.reviewers })
    .orderBy(sql`state = 'second_review'`)
    .orderBy(sql`second_reviewer is null`)
    .orderBy('place')
    .executeTakeFirst()

const openItems = (
  tx: TenantTransaction,
  { queue_reference, assigned_to }: { queue_reference: string; assigned_to: readonly string[] },
) =>
  tx.db
    .selectFrom('review_queue_items')
    .selectAll()
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where('assigned_to', 'in', assigned_to)
    .where('state', 'in', openReviewItemStates)
    .limit(1)

/** When the recording was last changed. A mark from before that would set its `updated_at` back. */
const changedAt = async (tx: TenantTransaction, payload_reference: string): Promise<number> => {
  const { updated_at } = await tx.db
    .selectFrom('payloads')
    .select('updated_at')
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .executeTakeFirstOrThrow()
  return Date.parse(updated_at)
}

/** Writes a playback into the chain of custody and the trail. */
const open = async (tx: TenantTransaction, item: ItemRow, reviewer: DemoPerson, moment: number): Promise<void> => {
  const { payload_reference, payload_type: type, group } = item
  const payload = { payload_reference, type, handset: { person: { group } } }
  const playback = { payload, reviewer, at: moment, confirmed_at: null }
  await insertRows(tx, 'custody_events', custodyOfPlayback(tx.client, playback))
  await insertRows(tx, 'user_activities', playbackTrail(tx.client, playback))
}

const everyOther = 6

/** What a mark says: one of the findings, which are spread over all marks, or the usual. */
const saidOf = (
  { findings, dispositions: [usual, other] }: ScenarioQueue,
  { index, count }: Marking,
): { disposition: string; note: string | null } => {
  const finding = findings.find((_, place) => index === Math.floor(((place + 0.5) * count) / findings.length))
  return finding ?? { disposition: index % everyOther === everyOther - 1 ? other : usual, note: null }
}

const assertDone = (outcomes: readonly { code?: string }[]): void => {
  const refused = outcomes.find(({ code }) => code !== undefined)
  if (refused) throw new Error(`a review was refused: ${refused.code}`)
}
