import { randomInt } from 'node:crypto'
import type { PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement, type TenantTransaction } from '../../../platform/database/index.ts'

/** As many as the counters of payloads have: concurrent uploads rarely wait for the same row. */
const slots = 4

export interface StoredBytes {
  payload_type: PayloadType
  /** Less than 0 when stored bytes are destroyed. */
  bytes: number
}

const addBytes = preparedStatement('add stored bytes', (db, { client, rows }: { client: string; rows: string }) =>
  db
    .insertInto('stored_bytes')
    .columns(['client', 'payload_type', 'slot', 'bytes'])
    .expression(
      sql`select ${client}::text, payload_type, slot, bytes
        from json_populate_recordset(null::stored_bytes, ${rows}::json)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'payload_type', 'slot'])
        .doUpdateSet((eb) => ({ bytes: eb('stored_bytes.bytes', '+', eb.ref('excluded.bytes')) })),
    ),
)

/** The statements that count sealed bytes, in the transaction in which they become part of a payload or are destroyed. */
export const storedBytesStatements = (client: string, stored: readonly StoredBytes[]): Statement[] => {
  const byType = Map.groupBy(stored, ({ payload_type }) => payload_type)
  const slot = randomInt(slots)
  const rows = [...byType]
    .map(([payload_type, of]) => ({ payload_type, slot, bytes: of.reduce((sum, { bytes }) => sum + bytes, 0) }))
    .filter(({ bytes }) => bytes !== 0)
    // Two transactions that count the same types cannot deadlock.
    .sort((one, other) => (one.payload_type < other.payload_type ? -1 : 1))
  return rows.length > 0 ? [addBytes({ client, rows: JSON.stringify(rows) })] : []
}

/** The sealed bytes that the account stores, by type. */
export const storedBytesByType = async ({ client, db }: TenantTransaction): Promise<StoredBytes[]> => {
  const { rows } = await sql<StoredBytes>`
    select payload_type, sum(bytes)::bigint as bytes from stored_bytes where client = ${client}
    group by payload_type`.execute(db)
  return rows
}
