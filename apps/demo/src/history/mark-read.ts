import type { TenantTransaction } from '@holdfast/server'
import { timeAt } from './replay.ts'
import { dayMs } from './time-spans.ts'

/** For how many days people have left notifications unread. */
const unreadDays = 2

/** Marks older notifications as read. @param anchor when the account was opened, in milliseconds since 1970 */
export const markRead = async (tx: TenantTransaction, anchor: number): Promise<void> => {
  await tx.db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.ref('occurred_at') }))
    .where('client', '=', tx.client)
    .where('read_at', 'is', null)
    .where('occurred_at', '<', timeAt(anchor - unreadDays * dayMs))
    .execute()
}
