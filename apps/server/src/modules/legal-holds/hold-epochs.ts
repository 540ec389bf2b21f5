import type { TenantTransaction } from '../../platform/database/index.ts'

/**
 * Orders holds and what they prevent. A batch that deletes or destroys locks for `share` before it locks or reads anything else; placing
 * and releasing lock for `update`. So a hold that was answered binds every later batch, and a batch under way ends before the answer.
 */
export const lockHolds = async (tx: TenantTransaction, mode: 'share' | 'update'): Promise<void> => {
  if (await lockRow(tx, mode)) return
  await tx.db
    .insertInto('hold_epochs')
    .values({ client: tx.client, epoch: 0 })
    .onConflict((conflict) => conflict.column('client').doNothing())
    .execute()
  if (!(await lockRow(tx, mode))) throw new Error('The row that orders holds is missing')
}

const lockRow = async ({ db, client }: TenantTransaction, mode: 'share' | 'update') => {
  const rows = db.selectFrom('hold_epochs').select('epoch').where('client', '=', client)
  return (mode === 'share' ? rows.forShare() : rows.forUpdate()).executeTakeFirst()
}

/** Counts a change of holds. The caller has locked for `update`. */
export const countHoldChange = async ({ db, client }: TenantTransaction): Promise<void> => {
  await db
    .updateTable('hold_epochs')
    .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
    .where('client', '=', client)
    .execute()
}
