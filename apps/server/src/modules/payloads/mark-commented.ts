import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * Records whether a payload has comments that are not closed, for the filter of lists. The payload's row must be locked: two
 * comments that are closed at once would each take the other for open.
 */
export const markCommented = (
  tx: TenantTransaction,
  payload_reference: string,
  is_commented: boolean,
): Promise<unknown> =>
  tx.db
    .updateTable('payloads')
    .set({ is_commented })
    .where('client', '=', tx.client)
    .where('payload_reference', '=', payload_reference)
    .where('is_commented', '!=', is_commented)
    .execute()
