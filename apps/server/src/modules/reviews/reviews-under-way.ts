import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { isOpenItem } from './queue-items.ts'

/** Returns the given recordings that still have to be reviewed. */
export const reviewsUnderWay = async (
  { db, client }: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('review_queue_items')
    .select('payload_reference')
    .where('client', '=', client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where(isOpenItem)
    .execute()
  return new Set(rows.map(({ payload_reference }) => payload_reference))
}

interface WrittenReview {
  author: string
  at: string
}

/** Erases the notes with which recordings that are destroyed were passed on. @returns who reviewed them, and when, withdrawn or not */
export const eraseReviewNotes = async (
  { db, client }: TenantTransaction,
  payload_references: readonly string[],
): Promise<WrittenReview[]> => {
  const ofThese = sql<boolean>`payload_reference = any(${payload_references}::text[])`
  await db
    .updateTable('review_queue_items')
    .set({ passed_on_note: null })
    .where('client', '=', client)
    .where(ofThese)
    .where('passed_on_note', 'is not', null)
    .execute()
  const marks = await db
    .selectFrom('review_marks')
    .select(['reviewed_by as author', 'reviewed_at as at'])
    .where('client', '=', client)
    .where(ofThese)
    .execute()
  const withdrawals = await db
    .selectFrom('review_withdrawals')
    .select(['withdrawn_by as author', 'withdrawn_at as at'])
    .where('client', '=', client)
    .where(ofThese)
    .execute()
  return [...marks, ...withdrawals]
}
