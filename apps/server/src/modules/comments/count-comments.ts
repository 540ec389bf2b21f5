import type { CommentCounts } from '@holdfast/contract'
import { sql } from 'kysely'
import { maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, isEqual } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'
import { visibleComments } from './list-comments.ts'

/**
 * The comments that the caller may read and that were not deleted, by day. Of more than 10,000, only the latest are counted.
 * @param starts when each day begins, earliest first, and when the day after them does
 */
export const countComments = async (ctx: RequestContext, starts: readonly Date[]): Promise<CommentCounts> => {
  const visible = allOf([isEqual('client', ctx.client), ...(await visibleComments(ctx)), isEqual('is_closed', false)])
  const first = earliestId(starts[0] ?? new Date())
  const times = starts.map((start) => start.toISOString())
  return ctx.read(async ({ db }) => {
    const written = await sql<{ day: number; total: number }>`
      select width_bucket(latest.created_at, ${times}::timestamptz[]) as day, count(*) as total
      from (select created_at from comments where ${visible} and comment_id >= ${first}
        order by comment_id desc limit ${maxCountedRows}) latest
      group by 1`.execute(db)
    const last = await sql<{ created_at: string }>`select created_at from comments where ${visible}
      order by comment_id desc limit 1`.execute(db)
    const totals = new Map(written.rows.map(({ day, total }) => [day, total]))
    const days = times.slice(1).map((_, index) => totals.get(index + 1) ?? 0)
    return { days, last: last.rows[0]?.created_at ?? null }
  })
}
