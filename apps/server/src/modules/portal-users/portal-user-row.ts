import { ProductError } from '@holdfast/contract'
import { accountDefaults } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { keepPerson } from './person-history.ts'

/**
 * Serialises changes to people by locking the account's defaults, before the person's row as at sign-in. If two
 * administrators remove each other at once, only one succeeds.
 */
export const serialisePortalUserChanges = async (tx: TenantTransaction, user_reference: string): Promise<void> => {
  await accountDefaults.lock(tx, tx.client)
  const caller = await lockPortalUser(tx, user_reference)
  if (!caller.is_active) throw new ProductError('auth.inactive')
}

/** @throws ProductError `request.not_found` */
export const lockPortalUser = async (tx: TenantTransaction, user_reference: string) => {
  const person = await tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'is_active'])
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new ProductError('request.not_found')
  return person
}

export const setActive = async (
  tx: TenantTransaction,
  user_reference: string,
  { is_active, updated_by }: { is_active: boolean; updated_by: string },
): Promise<void> => {
  await keepPerson(tx, user_reference)
  await tx.db
    .updateTable('portal_users')
    .set({ is_active, updated_at: tx.now, updated_by })
    .where('client', '=', tx.client)
    .where('user_reference', '=', user_reference)
    .execute()
}
