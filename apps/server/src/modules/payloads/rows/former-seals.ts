import { sql } from 'kysely'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'

/** What belongs to the sealed bytes of a recording, and changes when its handset seals it again. */
export type Seal = Pick<PayloadRow, 'key_id' | 'encrypted_dek' | 'iv' | 'checksum' | 'size'>

/**
 * Keeps the present seal of a payload, with its bytes if they arrived, and gives it a new one without bytes. The payload's row must
 * be locked.
 */
export const replaceSeal = async (
  tx: TenantTransaction,
  { payload_reference }: Pick<PayloadRow, 'payload_reference'>,
  seal: Seal,
  updated_by: string,
): Promise<void> => {
  const { client, now } = tx
  await sql`insert into former_seals (client, payload_reference, place, key_id, encrypted_dek, iv, checksum, size,
      failure, uploaded_at, s3_path, sealed, replaced_at)
    select client, payload_reference,
      (select count(*) from former_seals where client = ${client} and payload_reference = ${payload_reference}),
      key_id, encrypted_dek, iv, checksum, size, failure, uploaded_at, s3_path,
      (select sealed from payload_contents where client = ${client} and payload_reference = ${payload_reference}
        and part = 'original' and place = 0),
      ${now}
    from payloads where client = ${client} and payload_reference = ${payload_reference}
    returning place`.execute(tx.db)
  await tx.db
    .deleteFrom('payload_contents')
    .where('client', '=', client)
    .where('payload_reference', '=', payload_reference)
    .where('part', '=', 'original')
    .execute()
  const { key_id, encrypted_dek, iv, checksum, size } = seal
  await tx.db
    .updateTable('payloads')
    .set({ key_id, encrypted_dek, iv, checksum, size, updated_at: now, updated_by })
    .set({ s3_path: null, is_content_in_table: false, uploaded_at: null, damaged_at: null, lost_passes: 0 })
    .where('client', '=', client)
    .where('payload_reference', '=', payload_reference)
    .execute()
}

/** The former seals of these payloads, in no order. */
export const formerSealsOf = (tx: TenantTransaction, payload_references: readonly string[]) =>
  tx.db
    .selectFrom('former_seals')
    .select(['payload_reference', 'key_id', 'encrypted_dek', 'iv', 'checksum', 'size', 's3_path'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .execute()
