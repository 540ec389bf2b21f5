import { calls, limits, payloadTypes } from '@holdfast/contract'
import {
  drawSample,
  mayReviewIn,
  type PayloadToReview,
  remindOfReviews,
  storeQueue,
  type TenantTransaction,
  toReviewStatement,
} from '@holdfast/server'
import { sql } from 'kysely'
import type { DemoCustomer } from '../demo-customers.ts'
import { named } from './named.ts'
import { workingMoments, workingMorning } from './office-hours.ts'
import { markNext, passOnLast, type WorkedQueue } from './past-reviews.ts'
import { at, callOf, type Past, replay, timeAt } from './replay.ts'
import type { ScenarioQueue } from './review-scenarios.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs } from './time-spans.ts'

/** Replays a review queue: how it was drawn, the reviews and reminders. Without recordings that somebody may review, there is no queue. */
export const reviewInQueue = async (
  tx: TenantTransaction,
  past: Past,
  { groups }: Pick<DemoCustomer, 'groups'>,
  scenario: ScenarioQueue,
): Promise<void> => {
  const people = [...scenario.reviewers, ...scenario.passedOn.map(({ to }) => to)]
  const byReference = new Map(groups.map((group) => [group.group_reference, group]))
  const mayReview = await mayReviewIn(tx, byReference, people)
  const drawnAt = workingMorning(past.anchor, scenario.timeZone, scenario.drawnDaysAgo)
  const queue_reference = await drawn(tx, past, { scenario, drawnAt, mayReview })
  if (queue_reference === null) return
  const queue: WorkedQueue = { queue_reference, scenario, mayReview, people: past.people }
  const steps = [
    ...(await reviewsOf(tx, past, queue, drawnAt)),
    ...remindersOf(scenario, past.anchor).map((moment) => ({
      moment,
      run: () => remindOfReviews(at(tx, moment)),
    })),
  ]
  const taken = steps.filter(({ moment }) => moment > drawnAt && moment < past.anchor)
  for (const { run } of taken.toSorted((one, other) => one.moment - other.moment)) await run()
}

interface Drawing extends Pick<WorkedQueue, 'scenario' | 'mayReview'> {
  drawnAt: number
}

/** @returns `queue_reference`, or `null` without recordings that somebody may review */
const drawn = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { scenario, drawnAt, mayReview }: Drawing,
): Promise<string | null> => {
  const { name, group, drawn_by: created_by, reviewers, percent, second_review_percent } = scenario
  const filter = {
    payload_types: [...scenario.payload_types],
    groups: [group],
    is_personal_number: false,
    date_from: dayOf(drawnAt - scenario.recordedDays * dayMs),
    date_to: dayOf(drawnAt - dayMs),
  }
  // Reviewers of the demonstration play recordings and save none, which diagnostics need.
  const visible = [{ payload_types: payloadTypes.filter((type) => type !== 'Diagnostics'), groups: 'all' }] as const
  const statement = await toReviewStatement(tx, filter, { visible, limit: limits.maxDrawnFrom })
  const found = statement ? (await tx.db.executeQuery<PayloadToReview>(statement)).rows : []
  const present = await processedBefore(tx, found, drawnAt)
  const matched = found.filter(({ payload_reference }) => present.has(payload_reference))
  if (!matched.some((payload) => reviewers.some((person) => mayReview(person, payload)))) return null
  const seed = new SeededRandom(`sample of ${name}`).hex(16)
  const sample = percent === 100 ? null : { percent, stratify_by: null, seed }
  const body = {
    name,
    filter,
    sample,
    reviewers: [...reviewers],
    due_on: dayOf(anchor + scenario.dueInDays * dayMs),
    second_review_percent,
  }
  const call = {
    ...callOf(calls.createReviewQueue),
    person: named(created_by, people),
    at: drawnAt,
    seed: `drawn ${name}`,
  }
  const parts = { drawn: { matched: matched.length, payloads: drawSample(matched, sample) }, mayReview, created_by }
  return (await replay(tx, call, (then) => storeQueue(then, body, parts))).queue_reference
}

const dayOf = (moment: number): string => timeAt(moment).slice(0, 'yyyy-mm-dd'.length)

/** Those of the recordings that were there when the queue was drawn: others arrived late. */
const processedBefore = async (
  tx: TenantTransaction,
  found: readonly PayloadToReview[],
  moment: number,
): Promise<ReadonlySet<string>> => {
  const references = found.map(({ payload_reference }) => payload_reference)
  const rows = await tx.db
    .selectFrom('payloads')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${references}::text[])`)
    .where('processed_at', '<', timeAt(moment))
    .execute()
  return new Set(rows.map(({ payload_reference }) => payload_reference))
}

/** The reviews of a queue with their times. Recordings are passed on after half of them. */
const reviewsOf = async (tx: TenantTransaction, { anchor }: Past, queue: WorkedQueue, drawnAt: number) => {
  const { scenario } = queue
  const count = await reviewsToMake(tx, queue)
  const marks = Array.from(
    { length: count },
    (_, index) => (moment: number) => markNext(tx, queue, { moment, index, count }),
  )
  const passings = scenario.passedOn.map((passed) => (moment: number) => passOnLast(tx, queue, { moment, passed }))
  const half = Math.ceil(count / 2)
  const acts = [...marks.slice(0, half), ...passings, ...marks.slice(half)]
  const from = drawnAt + hourMs
  const until = anchor - scenario.workedUntilDaysAgo * dayMs - 30 * minuteMs
  const random = new SeededRandom(`reviews of ${scenario.name}`)
  const moments = workingMoments({ from, until }, scenario.timeZone, acts.length, random)
  return moments.flatMap((moment, place) => {
    const act = acts[place]
    return act ? { moment, run: () => act(moment) } : []
  })
}

/** How many marks are made in the queue. */
const reviewsToMake = async (tx: TenantTransaction, { queue_reference, scenario }: WorkedQueue): Promise<number> => {
  const { items, twice } = await tx.db
    .selectFrom('review_queue_items')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .select(sql<number>`count(second_reviewer)`.as('twice'))
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .executeTakeFirstOrThrow()
  const { reviewedShare } = scenario
  return reviewedShare === 1 ? Number(items) + Number(twice) : Math.round(Number(items) * reviewedShare)
}

const remindsAfterMidnight = 5 * hourMs + 5 * minuteMs

/** When the daily job sends reminders of a queue: on the day before it is due, and on the day after. */
const remindersOf = ({ dueInDays }: ScenarioQueue, anchor: number): number[] => {
  const due = Math.floor(anchor / dayMs) * dayMs + dueInDays * dayMs
  return [due - dayMs, due + dayMs].map((midnight) => midnight + remindsAfterMidnight)
}
