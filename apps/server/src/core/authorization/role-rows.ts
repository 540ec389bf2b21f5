import type { TenantTransaction } from '../../platform/database/index.ts'

const selectRoles = (tx: TenantTransaction, references: readonly string[]) =>
  tx.db
    .selectFrom('roles')
    .select(['role_reference', 'permissions', 'payload_types', 'cidr_ranges'])
    .where('client', '=', tx.client)
    .where('role_reference', 'in', references.length > 0 ? [...references] : [''])

/** What these roles allow. Unknown references are left out. */
export const loadRoles = (tx: TenantTransaction, references: readonly string[]) => selectRoles(tx, references).execute()

/** Like `loadRoles`; the roles cannot be changed or deleted until the transaction ends. */
export const lockRolesShared = (tx: TenantTransaction, references: readonly string[]) =>
  selectRoles(tx, references).orderBy('role_reference').forShare().execute()

/** Like `lockRolesShared` for one role; others who lock it wait until the transaction ends. */
export const lockRole = (tx: TenantTransaction, reference: string) =>
  selectRoles(tx, [reference]).forNoKeyUpdate().executeTakeFirst()
