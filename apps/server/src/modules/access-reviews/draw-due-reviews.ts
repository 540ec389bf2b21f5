import { Type } from 'typebox'
import type { AnyJob, Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { notNotifiedSince } from '../notifications/index.ts'
import { drawReview, tell } from './draw-review.ts'
import { type Drawing, drawAccessReviewJob } from './draw-review-job.ts'
import { dayOf } from './schedules.ts'

const drawAccessReview: Job<Drawing> = {
  definition: drawAccessReviewJob,
  handle: ({ platform }, { client, group_reference, asked_at }) =>
    platform.database.transaction(client, (tx) => drawReview(tx, group_reference, asked_at)),
}

/** Once a day: draws the lists that are due, and reminds of those that were due yesterday. */
const drawDueReviews: Job<Record<string, unknown>> = {
  definition: { name: 'draw_due_access_reviews', payload: Type.Object({}), maxAttempts: 5 },
  schedule: '20 4 * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      for (const group_reference of await platform.database.read(client, dueGroups)) {
        signal.throwIfAborted()
        await platform.database.transaction(client, (tx) => drawReview(tx, group_reference))
      }
      await platform.database.transaction(client, remindOfOverdue)
    }
  },
}

const dueGroups = async (tx: TenantTransaction): Promise<string[]> => {
  const due = await tx.db
    .selectFrom('access_review_schedules')
    .select('group_reference')
    .where('client', '=', tx.client)
    .where('next_on', '<=', dayOf(tx.now))
    .orderBy('group_reference')
    .execute()
  return due.map(({ group_reference }) => group_reference)
}

/** Repeated on the same day, it notifies nobody again. */
export const remindOfOverdue = async (tx: TenantTransaction): Promise<void> => {
  const overdue = await tx.db
    .selectFrom('access_reviews')
    .selectAll()
    .where('client', '=', tx.client)
    .where('finished_at', 'is', null)
    .where('due_on', '=', dayOf(tx.now, -1))
    .orderBy('review_reference')
    .execute()
  for (const review of overdue) {
    const { review_reference: reference, owner, rows, certified, revoked } = review
    const since = new Date(`${dayOf(tx.now)}T00:00:00Z`)
    const untold = await notNotifiedSince(tx, [owner], { kind: 'access_review_overdue', reference, since })
    if (untold.length > 0) await tell(tx, review, rows - certified - revoked, 'access_review_overdue')
  }
}

export const accessReviewJobs: readonly AnyJob[] = [drawAccessReview, drawDueReviews]
