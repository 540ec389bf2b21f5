import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { holdDetails } from './hold-details.ts'
import { countHoldChange, lockHolds } from './hold-epochs.ts'
import { changeHolds, type HoldRow } from './hold-rows.ts'

/** Ends holds whose confirmed release is due. Until it has run, they hold. */
export const endReleases: Job<Record<string, unknown>> = {
  definition: { name: 'end_releases', payload: Type.Object({}), maxAttempts: 5 },
  schedule: '*/5 * * * *',
  async handle({ platform, signal }) {
    for (const client of await platform.clients.names()) {
      let ended = maxEnded
      while (ended === maxEnded) {
        signal.throwIfAborted()
        ended = await platform.database.transaction(client, endDueReleases)
      }
    }
  },
}

const maxEnded = 500

/** Ends a bounded number of holds. @returns how many */
export const endDueReleases = async (tx: TenantTransaction): Promise<number> => {
  if ((await dueReleases(tx)).length === 0) return 0
  await lockHolds(tx, 'update')
  const rows = await dueReleases(tx)
  const now = tx.now.toISOString()
  // The person who confirmed has released it.
  for (const [confirmed_by, confirmed] of Map.groupBy(rows, ({ release_confirmed_by }) => release_confirmed_by)) {
    const released_by = confirmed_by ?? 'system'
    await changeHolds(tx, confirmed, { is_active: false, released_at: now, released_by }, 'system')
  }
  if (rows.length > 0) await countHoldChange(tx)
  for (const [matter_reference, ofMatter] of Map.groupBy(rows, (row) => row.matter_reference)) {
    for (const [target_type, holds] of Map.groupBy(ofMatter, (row) => row.target_type)) {
      const details = holdDetails({ matter_reference, target_type, targets: holds.map(({ target }) => target) })
      await recordProductActivity(tx, { call: 'JOB end_releases', event: 'legal_hold.released', details })
    }
  }
  return rows.length
}

const dueReleases = ({ db, client, now }: TenantTransaction): Promise<HoldRow[]> =>
  db
    .selectFrom('legal_holds')
    .selectAll()
    .where('client', '=', client)
    .where('is_active', '=', true)
    .where('release_at', '<=', now.toISOString())
    .orderBy('release_at')
    .limit(maxEnded)
    .execute()
