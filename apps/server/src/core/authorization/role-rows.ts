import type { TenantTransaction } from '../../platform/database/index.ts'

export const loadRoles = (tx: TenantTransaction, references: readonly string[]) =>
  tx.db
    .selectFrom('roles')
    .select(['role_reference', 'permissions', 'payload_types', 'cidr_ranges'])
    .where('client', '=', tx.client)
    .where('role_reference', 'in', references.length > 0 ? [...references] : [''])
    .execute()
