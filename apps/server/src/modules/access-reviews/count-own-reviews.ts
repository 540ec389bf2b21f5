import type { Overview } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** The reviews of a person that are not finished, for the overview. Each number is the total of `GET /access_reviews` with a filter. */
export const countOwnAccessReviews = async (
  tx: TenantTransaction,
  owner: string,
  today: string,
): Promise<NonNullable<Overview['access_reviews']>> => {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*) as waiting, count(*) filter (where due_on < ${today}::date) as overdue from access_reviews
    where client = ${tx.client} and owner = ${owner} and finished_at is null`.execute(tx.db)
  return { waiting: { total: rows[0]?.waiting ?? 0 }, overdue: { total: rows[0]?.overdue ?? 0 } }
}
