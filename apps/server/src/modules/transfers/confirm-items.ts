import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { noticeOfProgress } from './store-results.ts'

/**
 * Takes what a person or client app confirms for a receipt of the archive: what was sent of these recordings counts as confirmed.
 * @param payload_references of recordings whose rows are locked
 */
export const confirmItems = async (tx: TenantTransaction, payload_references: readonly string[]): Promise<void> => {
  if (payload_references.length === 0) return
  const { rows } = await sql<{ transfer_id: string }>`update transfer_items
    set outcome = 'confirmed', confirmed_at = ${tx.now}::timestamptz
    where client = ${tx.client} and payload_reference = any(${payload_references}::text[]) and outcome = 'sent'
    returning transfer_id`.execute(tx.db)
  const byTransfer = Map.groupBy(rows, ({ transfer_id }) => transfer_id)
  for (const [transfer_id, items] of [...byTransfer].sort()) {
    await tx.db
      .updateTable('transfers')
      .set((eb) => ({ confirmed: eb('confirmed', '+', items.length), updated_at: tx.now }))
      .where('client', '=', tx.client)
      .where('transfer_id', '=', transfer_id)
      .execute()
    await noticeOfProgress(tx, { transfer_id })
  }
}
