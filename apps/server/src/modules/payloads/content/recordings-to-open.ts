import { sql } from 'kysely'
import type { Database, PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'

/** Recordings of all accounts at random, of those that have content and are not known as damaged. Reads the whole table. */
export const randomRecordings = (
  database: Pick<Database, 'readAcrossClients'>,
  limit: number,
): Promise<Pick<PayloadRow, 'client' | 'payload_reference'>[]> =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('payloads')
      .select(['client', 'payload_reference'])
      .where('encrypted_dek', 'is not', null)
      .where((eb) => eb.or([eb('s3_path', 'is not', null), eb('is_content_in_table', '=', true)]))
      .where('damaged_at', 'is', null)
      .orderBy(sql`random()`)
      .limit(limit)
      .execute(),
  )

/** Returns the given recordings that could still be opened. */
export const openableOf = async (
  { db, client }: TenantTransaction,
  payload_references: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('payloads')
    .select('payload_reference')
    .where('client', '=', client)
    .where('payload_reference', 'in', payload_references)
    .where((eb) => eb.or([eb('payload_state', '<>', 'Destroyed'), eb('encrypted_dek', 'is not', null)]))
    .unionAll(
      db
        .selectFrom('payload_contents')
        .select('payload_reference')
        .where('client', '=', client)
        .where('payload_reference', 'in', payload_references),
    )
    .unionAll(
      db
        .selectFrom('former_seals')
        .select('payload_reference')
        .where('client', '=', client)
        .where('payload_reference', 'in', payload_references),
    )
    .execute()
  return [...new Set(rows.map(({ payload_reference }) => payload_reference))]
}
