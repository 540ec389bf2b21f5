import { ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type RoleRow, roles } from './role-record.ts'

/**
 * Locks a role that will be changed or deleted; `null` if it does not exist.
 * @throws ProductError `role.system` for a system role
 */
export const lockRoleForChange = async (tx: TenantTransaction, role_reference: string): Promise<RoleRow | null> => {
  const role = await roles.lock(tx, role_reference)
  if (role?.is_system) throw new ProductError('role.system')
  return role ?? null
}
