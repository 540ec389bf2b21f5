import type { TenantTransaction } from '../../platform/database/index.ts'

/** Makes a person's tokens from before `valid_from` invalid (`assertSessionValid`). */
export const endSessionsBefore = async (
  tx: TenantTransaction,
  valid_from: Date,
  { user_reference, updated_by }: { user_reference: string; updated_by: string },
): Promise<void> => {
  await tx.db
    .updateTable('portal_users')
    .set({ sessions_valid_from: valid_from, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .execute()
}
