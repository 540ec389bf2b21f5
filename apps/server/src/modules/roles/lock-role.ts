import { ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type RoleRow, roles } from './role-record.ts'

/**
 * A role that is about to be changed or deleted; waits for whoever does so at this moment.
 * @throws ProductError `role.system` for one that nobody changes
 */
export const lockRoleForChange = async (tx: TenantTransaction, role_reference: string): Promise<RoleRow | null> => {
  const role = await roles.lock(tx, role_reference)
  if (role?.is_system) throw new ProductError('role.system')
  return role ?? null
}
