import { type RawBuilder, sql } from 'kysely'
import type { Database, PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'

/** A payload whose sealed bytes are stored, in the object store or in the table. */
export type StoredPayload = Pick<
  PayloadRow,
  | 'client'
  | 'payload_reference'
  | 'payload_state'
  | 's3_path'
  | 'is_content_in_table'
  | 'uploaded_at'
  | 'key_id'
  | 'encrypted_dek'
  | 'size'
  | 'damaged_at'
>

/** A page of the payloads that have stored bytes, ordered by reference. */
export const storedPayloadsAfter = (tx: TenantTransaction, after: string, limit: number): Promise<StoredPayload[]> =>
  tx.db
    .selectFrom('payloads')
    .select([
      'client',
      'payload_reference',
      'payload_state',
      's3_path',
      'is_content_in_table',
      'uploaded_at',
      'key_id',
      'encrypted_dek',
      'size',
      'damaged_at',
    ])
    .where('client', '=', tx.client)
    .where('payload_reference', '>', after)
    .where((eb) => eb.or([eb('is_content_in_table', '=', true), eb('s3_path', 'is not', null)]))
    .orderBy('payload_reference')
    .limit(limit)
    .execute()

/** What the object keys of these payloads consist of. */
export const contentsOfPayloads = (tx: TenantTransaction, references: readonly string[]) =>
  tx.db
    .selectFrom('payloads')
    .select(['payload_reference', 'checksum', 's3_path'])
    .where('client', '=', tx.client)
    .where('payload_reference', 'in', references)
    .execute()

/** A query for one row for each payload of a group. */
export const payloadsOfGroup = ({ client }: Pick<TenantTransaction, 'client'>, group: string): RawBuilder<unknown> =>
  sql`select from payloads where client = ${client} and "group" = ${group}`

/** Counts the payloads of all accounts whose stored bytes are known to be damaged or missing, by type. */
export const countDamaged = (database: Pick<Database, 'readAcrossClients'>) =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('payloads')
      .select((eb) => ['payload_type', eb.fn.countAll<string>().as('payloads')])
      .where('damaged_at', 'is not', null)
      .groupBy('payload_type')
      .execute(),
  )
