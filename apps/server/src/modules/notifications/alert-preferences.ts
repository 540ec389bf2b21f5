import { type AlertPreferences, defaultAlertPreferences } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** Of which alerts each of these people is notified, and when e-mails about them are sent. */
export const alertPreferencesOf = async (
  tx: TenantTransaction,
  people: readonly string[],
): Promise<(person: string) => AlertPreferences> => {
  const rows = await tx.db
    .selectFrom('alert_preferences')
    .select([
      'user_reference',
      'alert_types',
      'alert_severities',
      'groups',
      'email_frequency',
      'quiet_from',
      'quiet_until',
      'time_zone',
    ])
    .where('client', '=', tx.client)
    .where(sql<boolean>`user_reference = any(${people}::text[])`)
    .execute()
  const chosen = new Map(
    rows.map(({ user_reference, quiet_from, quiet_until, ...row }) => [
      user_reference,
      {
        ...row,
        quiet_hours: quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until },
      } satisfies AlertPreferences,
    ]),
  )
  return (person) => chosen.get(person) ?? defaultAlertPreferences
}

export const storeAlertPreferences = async (
  tx: TenantTransaction,
  user_reference: string,
  { quiet_hours, ...chosen }: AlertPreferences,
): Promise<void> => {
  const columns = {
    ...chosen,
    quiet_from: quiet_hours?.from ?? null,
    quiet_until: quiet_hours?.until ?? null,
    updated_at: tx.now,
  }
  await tx.db
    .insertInto('alert_preferences')
    .values({ client: tx.client, user_reference, ...columns })
    .onConflict((conflict) => conflict.columns(['client', 'user_reference']).doUpdateSet(columns))
    .execute()
}
