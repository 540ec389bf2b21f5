import { type InstallationPart, installationParts } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { providerClient } from '../../core/accounts/index.ts'
import type { Tables, TenantTransaction } from '../../platform/database/index.ts'

/** Parts are checked every minute. After more, no worker runs. */
const checkedWithinMs = 3 * 60_000

/** Notes whether a part answered, in the provider's own account. */
export const recordPart = async (
  { client, db, now }: TenantTransaction,
  part: string,
  is_up: boolean,
): Promise<void> => {
  await db
    .insertInto('installation_parts')
    .values({ client, part, is_up, since: now, checked_at: now })
    .onConflict((conflict) =>
      conflict.columns(['client', 'part']).doUpdateSet((eb) => ({
        is_up: eb.ref('excluded.is_up'),
        since: sql<string>`case when installation_parts.is_up = excluded.is_up then installation_parts.since
          else excluded.since end`,
        checked_at: eb.ref('excluded.checked_at'),
      })),
    )
    .execute()
}

/** Whether each part of the installation answers. The database has just answered; workers run if they checked the others lately. */
export const readParts = async (db: Kysely<Tables>, now: Date): Promise<InstallationPart[]> => {
  const checked = await db
    .selectFrom('installation_parts')
    .select(['part', 'is_up', 'since', 'checked_at'])
    .where('client', '=', providerClient)
    .execute()
  const lastCheck =
    checked
      .map(({ checked_at }) => checked_at)
      .sort()
      .at(-1) ?? null
  const isWorking = lastCheck !== null && now.getTime() - Date.parse(lastCheck) < checkedWithinMs
  return installationParts.map((part): InstallationPart => {
    if (part === 'database') return { part, is_up: true, since: null, checked_at: now.toISOString() }
    if (part === 'workers')
      return { part, is_up: lastCheck === null ? null : isWorking, since: null, checked_at: lastCheck }
    const row = checked.find((one) => one.part === part)
    if (!row || !isWorking) return { part, is_up: null, since: null, checked_at: row?.checked_at ?? null }
    return { part, is_up: row.is_up, since: row.since, checked_at: row.checked_at }
  })
}
