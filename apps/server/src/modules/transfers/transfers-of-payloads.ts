import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * The configurations that transferred recordings, by reference of the recording: each was verified at the destination, and a manifest
 * that names it arrived. An archive that received something else has not got it.
 */
export const transfersOfPayloads = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (payload_references.length === 0) return new Map()
  const { rows } = await sql<{ payload_reference: string; transfer_config_reference: string }>`
    select distinct item.payload_reference, transfer.transfer_config_reference
    from transfer_items item join transfers transfer
      on transfer.client = ${tx.client} and transfer.transfer_id = item.transfer_id
    where item.client = ${tx.client} and item.payload_reference = any(${payload_references}::text[])
      and item.outcome in ('sent', 'confirmed') and item.sent_at <= transfer.manifest_at`.execute(tx.db)
  const byPayload = Map.groupBy(rows, ({ payload_reference }) => payload_reference)
  return new Map(
    [...byPayload].map(([reference, own]) => [reference, new Set(own.map((row) => row.transfer_config_reference))]),
  )
}
