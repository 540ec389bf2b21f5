import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'

/**
 * Records whether payloads have comments that are not closed, for the filter of lists. The payloads' rows must be locked: two
 * comments that are closed at once would each take the other for open.
 */
export const markCommented = (
  tx: TenantTransaction,
  payload_references: readonly string[],
  is_commented: boolean,
): Promise<unknown> =>
  tx.db
    .updateTable('payloads')
    .set({ is_commented })
    .where('client', '=', tx.client)
    .where(sql<boolean>`payload_reference = any(${payload_references}::text[])`)
    .where('is_commented', '!=', is_commented)
    .execute()
