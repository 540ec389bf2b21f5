import type { Visibility } from '@holdfast/access'
import type { ListTotal, Overview } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, type Condition, isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { isVisibleIn } from '../payloads/index.ts'
import { isOpenItem } from './queue-items.ts'
import { isManaged } from './queue-record.ts'

interface Due {
  due_from?: string
  due_to?: string
}

/** First and last day of `due_on`. */
export const isDue = ({ due_from, due_to }: Due): Condition[] => [
  due_from === undefined ? undefined : sql<boolean>`due_on >= ${due_from}::date`,
  due_to === undefined ? undefined : sql<boolean>`due_on <= ${due_to}::date`,
]

/** Whether anybody still has to review something of a queue. */
export const isUnfinishedQueue: RawBuilder<boolean> = sql<boolean>`not is_closed and waiting + escalated + second_review > 0`

const isOverdue = (today: string) => sql<boolean>`due_on < ${today}::date`
/** Today or tomorrow. */
const isDueSoon = (today: string) => sql<boolean>`due_on between ${today}::date and ${today}::date + 1`

/** What waits for the caller, as the totals of `GET /reviews/waiting` with its filters. */
export const countOwnReviews = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  visible: readonly Visibility[],
  today: string,
): Promise<NonNullable<Overview['reviews']>> => {
  const own = allOf([
    isEqual('client', tx.client),
    isEqual('assigned_to', ctx.actor.reference),
    isOpenItem,
    isVisibleIn(visible),
  ])
  const { rows } = await sql<Record<keyof NonNullable<Overview['reviews']>, number>>`
    select count(*) as waiting, count(*) filter (where ${isOverdue(today)}) as overdue,
      count(*) filter (where ${isDueSoon(today)}) as due_soon, count(*) filter (where state = 'escalated') as escalated
    from (select due_on, state from review_queue_items where ${own} limit ${maxCountedRows}) own`.execute(tx.db)
  const [{ waiting, overdue, due_soon, escalated } = { waiting: 0, overdue: 0, due_soon: 0, escalated: 0 }] = rows
  const part = partOf(waiting)
  return { waiting: cappedTotal(waiting), overdue: part(overdue), due_soon: part(due_soon), escalated: part(escalated) }
}

/** The queues that the caller manages, as the totals of `GET /review_queues` with its filters. */
export const countQueues = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  today: string,
): Promise<NonNullable<Overview['queues']>> => {
  const managed = allOf([isEqual('client', tx.client), isManaged(ctx), isUnfinishedQueue])
  const { rows } = await sql<{ unfinished: number; overdue: number }>`
    select count(*) as unfinished, count(*) filter (where ${isOverdue(today)}) as overdue
    from (select due_on from review_queues where ${managed} limit ${maxCountedRows}) managed`.execute(tx.db)
  const [{ unfinished, overdue } = { unfinished: 0, overdue: 0 }] = rows
  return { unfinished: cappedTotal(unfinished), overdue: partOf(unfinished)(overdue) }
}

/** The recordings of review queues that are not closed. */
export interface QueueItems {
  drawn: number
  reviewed: number
  open: number
  /** Open ones of queues that were due before today. */
  late: number
}

/**
 * Counts the recordings of the open queues that the caller manages, or of one of them.
 * @returns `null` if there is no such queue
 */
export const countQueueItems = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { today, queue_reference }: { today: string; queue_reference?: string | undefined },
): Promise<QueueItems | null> => {
  const managed = allOf([
    isEqual('client', tx.client),
    isManaged(ctx),
    isEqual('queue_reference', queue_reference),
    isEqual('is_closed', false),
  ])
  const { rows } = await sql<QueueItems & { queues: number }>`
    select count(*) as queues, coalesce(sum(items), 0) as drawn, coalesce(sum(reviewed), 0) as reviewed,
      coalesce(sum(waiting + escalated + second_review), 0) as open,
      coalesce(sum(waiting + escalated + second_review) filter (where ${isOverdue(today)}), 0) as late
    from review_queues where ${managed}`.execute(tx.db)
  const [{ queues, drawn, reviewed, open, late } = { queues: 0, drawn: 0, reviewed: 0, open: 0, late: 0 }] = rows
  return queue_reference !== undefined && Number(queues) === 0
    ? null
    : { drawn: Number(drawn), reviewed: Number(reviewed), open: Number(open), late: Number(late) }
}

/** The number of some of the counted rows: a lower limit if not all were counted. */
const partOf =
  (counted: number) =>
  (total: number): ListTotal =>
    counted < maxCountedRows ? { total } : { total, is_capped: true }
