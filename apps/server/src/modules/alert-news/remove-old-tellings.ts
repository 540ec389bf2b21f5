import { limits } from '@holdfast/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

const dayMs = 24 * 60 * 60 * 1000
const batch = 1_000

/** Removes what is older than notifications are kept: nothing tells such an alert again. */
export const removeOldTellings: Job<Record<string, unknown>> = {
  definition: { name: 'remove_old_alert_tellings', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '47 3 * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      let removed: number
      do {
        signal.throwIfAborted()
        removed = await platform.database.transaction(client, removeBatch)
      } while (removed === batch)
    }
  },
}

const removeBatch = async ({ client, db, now }: TenantTransaction): Promise<number> => {
  const oldest = new Date(now.getTime() - limits.notificationDays * dayMs)
  const { numAffectedRows = 0n } = await sql`delete from alert_tellings where client = ${client}
    and (alert_reference, channel, recipient) in (select alert_reference, channel, recipient from alert_tellings
      where client = ${client} and told_at < ${oldest} limit ${batch})`.execute(db)
  return Number(numAffectedRows)
}
