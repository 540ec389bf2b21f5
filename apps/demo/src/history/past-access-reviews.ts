import { calls } from '@holdfast/contract'
import {
  type AuditedTransaction,
  decideItems,
  drawReview,
  saveSchedule,
  type TenantTransaction,
} from '@holdfast/server'
import type { ScenarioReview } from './access-scenarios.ts'
import { named } from './named.ts'
import { at, callOf, type Past, replay, timeAt } from './replay.ts'
import { dayMs, hourMs } from './time-spans.ts'

/** Replays an access review: its schedule, the drawn list, and the decisions. */
export const reviewAccess = async (
  tx: TenantTransaction,
  { people, anchor }: Past,
  { group, owner, set_up_by, drawnDaysAgo, days_to_decide, interval_days, decisions }: ScenarioReview,
): Promise<void> => {
  const drawn = anchor - drawnDaysAgo * dayMs
  const common = { group, parameters: { group_reference: group } }
  const setUp = { ...callOf(calls.putAccessReviewSchedule), person: named(set_up_by, people), at: drawn - hourMs }
  const fields = { owner, interval_days, days_to_decide, next_on: timeAt(drawn).slice(0, 'yyyy-mm-dd'.length) }
  await replay(tx, { ...setUp, ...common, seed: `schedule of ${group}` }, (then) =>
    saveSchedule(then, { group_reference: group, fields }, set_up_by),
  )
  await drawReview(at(tx, drawn), group)
  for (const { by = owner, people: decidedOn, decision, daysAgo, note } of decisions) {
    const review = await openReviewOf(tx, group)
    const items = await itemsOf(tx, review.review_reference, decidedOn)
    const deciding = {
      ...callOf(calls.decideAccessReview),
      person: named(by, people),
      at: anchor - daysAgo * dayMs,
      group,
      parameters: { review_reference: review.review_reference },
      seed: `decision on ${group} about ${decidedOn.join(' ')}`,
    }
    await replay(tx, deciding, (then: AuditedTransaction) =>
      decideItems(then, review, { decision, items, ...(note && { note }) }, { user_reference: by, mayEndRoles: true }),
    )
  }
}

const openReviewOf = (tx: TenantTransaction, group: string) =>
  tx.db
    .selectFrom('access_reviews')
    .selectAll()
    .where('client', '=', tx.client)
    .where('group_reference', '=', group)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()

const itemsOf = async (
  tx: TenantTransaction,
  review_reference: string,
  people: readonly string[],
): Promise<number[]> => {
  const rows = await tx.db
    .selectFrom('access_review_items')
    .select('item')
    .where('client', '=', tx.client)
    .where('review_reference', '=', review_reference)
    .where('user_reference', 'in', people)
    .execute()
  return rows.map(({ item }) => item)
}
