import { ProductError, type ReviewQueue } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { type Condition, isEqual, type Tables, type TenantTransaction } from '../../platform/database/index.ts'

export type QueueRow = Selectable<Tables['review_queues']>

export const toQueue = (row: QueueRow): ReviewQueue => row

/** Who manages reviews of some groups alone has the queues that they made themselves. */
const ownerOnly = (ctx: RequestContext): string | undefined =>
  ctx.access.can('reviews:manage') ? undefined : ctx.actor.reference

/** The condition for queues that the caller manages. */
export const isManaged = (ctx: RequestContext): Condition => isEqual('created_by', ownerOnly(ctx))

/**
 * Finds a queue that the caller manages. @throws ProductError `request.not_found`
 */
export const findManaged = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  queue_reference: string,
): Promise<QueueRow> => {
  return assertManaged(ctx, await queueOf(tx, queue_reference))
}

/** Like `findManaged`, and locks the queue until the transaction ends. @throws ProductError `review_queue.closed` */
export const lockManaged = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  queue_reference: string,
): Promise<QueueRow> => {
  const queue = assertManaged(ctx, await lockQueue(tx, queue_reference))
  if (queue.is_closed) throw new ProductError('review_queue.closed')
  return queue
}

/** Finds a queue and locks it: whoever changes its items holds this lock, so that their numbers agree. */
export const lockQueue = (tx: TenantTransaction, queue_reference: string): Promise<QueueRow | undefined> =>
  selectQueue(tx, queue_reference).forUpdate().executeTakeFirst()

/** A queue as it is, without a lock. */
export const queueOf = (tx: TenantTransaction, queue_reference: string): Promise<QueueRow | undefined> =>
  selectQueue(tx, queue_reference).executeTakeFirst()

const selectQueue = (tx: TenantTransaction, queue_reference: string) =>
  tx.db
    .selectFrom('review_queues')
    .selectAll()
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)

/** Whether a queue is not closed; `undefined` if there is none. */
export const isQueueOpen = async (tx: TenantTransaction, queue_reference: string): Promise<boolean | undefined> => {
  const queue = await selectQueue(tx, queue_reference).executeTakeFirst()
  return queue && !queue.is_closed
}

/** Whether the caller manages a queue. */
export const isQueueSeen = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  queue_reference: string,
): Promise<boolean> => {
  const queue = await selectQueue(tx, queue_reference).executeTakeFirst()
  const owner = ownerOnly(ctx)
  return queue !== undefined && (owner === undefined || queue.created_by === owner)
}

/** The names of queues, by their references. @param creator of their queues alone */
export const namesOfQueues = async (
  { db, client }: TenantTransaction,
  references: readonly string[],
  creator?: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('review_queues')
    .select(['queue_reference', 'name'])
    .where('client', '=', client)
    .where('queue_reference', 'in', references)
    .$if(creator !== undefined, (query) => query.where('created_by', '=', creator ?? ''))
    .execute()
  return new Map(rows.map(({ queue_reference, name }) => [queue_reference, name]))
}

/** The names of those queues that the caller manages. */
export const namesOfManagedQueues = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  references.length === 0 || !ctx.access.mayAtAll('reviews:manage')
    ? new Map()
    : namesOfQueues(tx, references, ownerOnly(ctx))

const assertManaged = (ctx: RequestContext, queue: QueueRow | undefined): QueueRow => {
  const owner = ownerOnly(ctx)
  if (!queue || (owner !== undefined && queue.created_by !== owner)) throw new ProductError('request.not_found')
  return queue
}
