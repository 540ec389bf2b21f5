import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

export const notSilenced = { silenced_until: null, silenced_by: null }

/**
 * Locks these alerts with the silenced ones about the same, by reference, so that two batches cannot deadlock. A silence belongs to all
 * alerts with the key.
 */
export const lockSilenced = async ({ client, db, now }: TenantTransaction, references: readonly string[]) => {
  await sql`select from alerts where client = ${client} and (alert_reference = any(${references}::text[])
      or silenced_until > ${now.toISOString()} and alert_key in (
        select alert_key from alerts where client = ${client} and alert_reference = any(${references}::text[])))
    order by alert_reference for no key update`.execute(db)
}

/** Ends the silence of alerts with a key, so that people are told of the next one. */
export const endSilenceOf = async (tx: TenantTransaction, alert_key: string): Promise<void> => {
  await tx.db
    .updateTable('alerts')
    .set(notSilenced)
    .where('client', '=', tx.client)
    .where('alert_key', '=', alert_key)
    .where('silenced_until', '>', tx.now.toISOString())
    .execute()
}
