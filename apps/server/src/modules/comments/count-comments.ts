import type { CommentCounts } from '@holdfast/contract'
import { sql } from 'kysely'
import { maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, isEqual } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { visibleComments } from './list-comments.ts'

/**
 * The comments that the caller may read and that were not deleted, by day. Of more than 10,000, only the latest are counted.
 * @param days yyyy-mm-dd in UTC, earliest first
 */
export const countComments = async (ctx: RequestContext, days: readonly string[]): Promise<CommentCounts> => {
  const visible = allOf([isEqual('client', ctx.client), ...(await visibleComments(ctx)), isEqual('is_closed', false)])
  const first = earliestId(new Date(`${days[0]}T00:00:00.000Z`))
  return ctx.read(async ({ db }) => {
    const written = await sql<{ day: string; total: number }>`
      select (latest.created_at at time zone 'UTC')::date as day, count(*) as total
      from (select created_at from comments where ${visible} and comment_id >= ${first}
        order by comment_id desc limit ${maxCountedRows}) latest
      group by 1`.execute(db)
    const last = await sql<{ created_at: string }>`select created_at from comments where ${visible}
      order by comment_id desc limit 1`.execute(db)
    const totals = new Map(written.rows.map(({ day, total }) => [day, total]))
    return { days: days.map((day) => totals.get(day) ?? 0), last: last.rows[0]?.created_at ?? null }
  })
}
