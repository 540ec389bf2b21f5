import { sql } from 'kysely'
import { assertNotQuiet } from '../../core/installation/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { counterStatement, findPayloads } from '../payloads/index.ts'

/**
 * Removes the rows of destroyed recordings, after the retention of PayloadData: up to 100. Those that are held, or whose objects are not
 * gone, stay; the database decides it by itself. Their destruction and their custody stay known.
 * @returns the references of those that were removed
 */
export const removeTombstones = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<string[]> => {
  await assertNotQuiet(tx)
  await lockHolds(tx, 'share')
  const rows = await findPayloads(tx, payload_references)
  const { rows: gone } = await sql<{ payload_reference: string }>`
    select payload_reference from app.remove_tombstones(${payload_references}::text[]) as removed (payload_reference)`.execute(
    tx.db,
  )
  const removed = new Set(gone.map(({ payload_reference }) => payload_reference))
  const counts = rows
    .filter(({ payload_reference }) => removed.has(payload_reference))
    .map(({ group, payload_type, payload_state, payload_time }) => ({
      group,
      payload_type,
      payload_state,
      payload_time,
      by: -1,
    }))
  if (counts.length > 0) await tx.executeAll([counterStatement(tx, counts)])
  return [...removed]
}
