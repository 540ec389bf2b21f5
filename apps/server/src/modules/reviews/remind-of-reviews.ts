import type { NotificationKind } from '@holdfast/contract'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type News, notifyPeople, notNotifiedSince } from '../notifications/index.ts'
import { isUnfinishedQueue } from './count-reviews.ts'
import { isOpenItem } from './queue-items.ts'
import type { QueueRow } from './queue-record.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Once a day, in the morning of Europe and at night in America, before most people begin. */
export const remindOfReviews: Job<Record<string, unknown>> = {
  definition: { name: 'remind_of_reviews', payload: Type.Object({}), maxAttempts: 5 },
  schedule: '5 5 * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      signal.throwIfAborted()
      await platform.database.transaction(client, (tx) => remind(tx))
    }
  },
}

/**
 * Notifies everybody who still has to review something of queues that are due tomorrow, or were due yesterday, and whoever drew an overdue
 * queue. Days are those of UTC. Repeated on the same day, it notifies nobody again.
 */
export const remind = async (tx: TenantTransaction): Promise<void> => {
  const [tomorrow, yesterday] = [dayOf(tx.now, 1), dayOf(tx.now, -1)]
  const queues = await tx.db
    .selectFrom('review_queues')
    .selectAll()
    .where('client', '=', tx.client)
    .where((eb) => eb.or([eb('due_on', 'in', [tomorrow, yesterday]), eb('draws', '>', 0)]))
    .where(isUnfinishedQueue)
    .orderBy('queue_reference')
    .execute()
  for (const queue of queues) {
    // Each draw of a queue has a date of its own.
    await remindOf(tx, queue, 'reviews_due_soon', await openItems(tx, queue, tomorrow))
    const overdue = await openItems(tx, queue, yesterday)
    await remindOf(tx, queue, 'reviews_overdue', overdue)
    const left = [...overdue.values()].reduce((sum, items) => sum + items, 0)
    if (left > 0) await remindOf(tx, queue, 'queue_overdue', new Map([[queue.created_by, left]]))
  }
}

const dayOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** How much of a queue that is due on a day waits for each person, and for nobody: `null`. */
const openItems = async (
  tx: TenantTransaction,
  { queue_reference }: QueueRow,
  due_on: string,
): Promise<ReadonlyMap<string | null, number>> => {
  const rows = await tx.db
    .selectFrom('review_queue_items')
    .select((eb) => ['assigned_to' as const, eb.fn.countAll<number>().as('items')])
    .where('client', '=', tx.client)
    .where('queue_reference', '=', queue_reference)
    .where('due_on', '=', due_on)
    .where(isOpenItem)
    .groupBy('assigned_to')
    .execute()
  return new Map(rows.map(({ assigned_to, items }) => [assigned_to, Number(items)]))
}

const remindOf = async (
  tx: TenantTransaction,
  { queue_reference: reference, name }: QueueRow,
  kind: NotificationKind,
  counts: ReadonlyMap<string | null, number>,
): Promise<void> => {
  const since = new Date(`${dayOf(tx.now, 0)}T00:00:00Z`)
  const waiting = [...counts.keys()].filter((person) => person !== null)
  const people = await notNotifiedSince(tx, waiting, { kind, reference, since })
  const news = people.map(
    (recipient): News => ({ recipient, kind, caused_by: null, reference, name, items: counts.get(recipient) ?? 0 }),
  )
  await notifyPeople(tx, news)
}
