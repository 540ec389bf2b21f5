import type { Overview } from '@holdfast/contract'
import { sql } from 'kysely'
import { cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { hasHeldRole } from './held-roles.ts'
import { visibleReviews } from './review-row.ts'

/**
 * Counts a person's unfinished reviews and, for people with `account:write`, reviews with revoked roles that are still held. Each number is the
 * total of `GET /access_reviews` with a filter.
 */
export const countAccessReviews = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { owner, today }: { owner: string; today: string },
): Promise<NonNullable<Overview['access_reviews']>> => {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*) as waiting, count(*) filter (where due_on < ${today}::date) as overdue from access_reviews
    where client = ${tx.client} and owner = ${owner} and finished_at is null`.execute(tx.db)
  return {
    waiting: { total: rows[0]?.waiting ?? 0 },
    overdue: { total: rows[0]?.overdue ?? 0 },
    still_held: ctx.access.can('account:write') ? await countStillHeld(ctx, tx) : null,
  }
}

const countStillHeld = async (ctx: RequestContext, tx: TenantTransaction) => {
  const isVisible = (await visibleReviews(ctx)) ?? sql<boolean>`true`
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select from access_reviews where client = ${tx.client} and ${isVisible} and ${hasHeldRole(tx)}
    limit ${maxCountedRows}) counted`.execute(tx.db)
  return cappedTotal(rows[0]?.total ?? 0)
}
