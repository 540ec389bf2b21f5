import { type CallInput, type calls, limits, type OpenReviews } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { allOf, isEqual } from '../../platform/database/index.ts'
import { isOpenItem } from './queue-items.ts'
import { isManaged } from './queue-record.ts'

interface Counted {
  assigned_to: string
  queue_reference: string
  /** `null`: of a queue that the caller does not manage. */
  name: string | null
  open: number
}

/**
 * `GET /reviews/open`: how many recordings wait for people from whom access is taken away, in groups that the caller may see and in queues
 * that they manage. Only the latter are named.
 */
export const listOpenReviews = async (
  ctx: RequestContext,
  { query: { user_references } }: CallInput<typeof calls.listOpenReviews>,
): Promise<{ items: OpenReviews[] }> => {
  const managed = ctx.access.mayAtAll('reviews:manage') ? allOf([isManaged(ctx)]) : sql<boolean>`false`
  const visible = await ctx.groupsFor('groups:read')
  const { rows } = await ctx.read(({ client, db }) => {
    const managedQueues = sql`select queue_reference, name from review_queues where ${allOf([isEqual('client', client), managed])}`
    return sql<Counted>`select item.assigned_to, item.queue_reference, managed.name, item.open from (
        select assigned_to, queue_reference, count(*)::int as open from review_queue_items
        where ${allOf([isEqual('client', client), sql<boolean>`assigned_to = any(${user_references}::text[])`, isOpenItem])}
          and ("group" = any(${visible}::text[]) or queue_reference in (select queue_reference from (${managedQueues}) own))
        group by assigned_to, queue_reference) item
      left join (${managedQueues}) managed using (queue_reference)
      order by item.assigned_to, item.queue_reference desc`.execute(db)
  })
  const items = [...Map.groupBy(rows, ({ assigned_to }) => assigned_to)].map(([user_reference, own]) => ({
    user_reference,
    open: own.reduce((sum, { open }) => sum + open, 0),
    queues: own
      .flatMap(({ queue_reference, name, open }) => (name === null ? [] : [{ queue_reference, name, open }]))
      .slice(0, limits.maxReferencesInBatch),
  }))
  return { items }
}
