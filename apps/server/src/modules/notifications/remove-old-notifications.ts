import { limits } from '@holdfast/contract'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { earliestId } from '../../platform/identifiers.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 1_000

/** Removes old notifications, read or not. What happened is on the trail. */
export const removeOldNotifications: Job<Record<string, unknown>> = {
  definition: { name: 'remove_old_notifications', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '52 3 * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      let removed: number
      do {
        signal.throwIfAborted()
        removed = await platform.database.transaction(client, (tx) => removeBatch(tx))
      } while (removed === batch)
    }
  },
}

const removeBatch = async (tx: TenantTransaction): Promise<number> => {
  const oldest = earliestId(new Date(tx.now.getTime() - limits.notificationDays * dayMs))
  const old = tx.db
    .selectFrom('notifications')
    .select('notification_reference')
    .where('client', '=', tx.client)
    .where('notification_reference', '<', oldest)
    .limit(batch)
  const { numDeletedRows } = await tx.db
    .deleteFrom('notifications')
    .where('client', '=', tx.client)
    .where('notification_reference', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
