import { alertPermissions } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'

const selectRoles = (tx: TenantTransaction, references: readonly string[]) =>
  tx.db
    .selectFrom('roles')
    .select(['role_reference', 'permissions', 'payload_types', 'cidr_ranges', 'alert_permissions'])
    .where('client', '=', tx.client)
    .where('role_reference', 'in', references.length > 0 ? [...references] : [''])

type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>['execute']>>[number]

const rulesOf = async (rows: Promise<readonly RoleRow[]>) =>
  (await rows).map(({ alert_permissions, ...row }) => ({
    ...row,
    alert_permissions: alertPermissions.filter((permission) => alert_permissions[permission]),
  }))

/** What these roles allow. Unknown references are left out. */
export const loadRoles = (tx: TenantTransaction, references: readonly string[]) =>
  rulesOf(selectRoles(tx, references).execute())

/** Like `loadRoles`; the roles cannot be changed or deleted until the transaction ends. */
export const lockRolesShared = (tx: TenantTransaction, references: readonly string[]) =>
  rulesOf(selectRoles(tx, references).orderBy('role_reference').forShare().execute())

/** Like `lockRolesShared` for one role; others who lock it wait until the transaction ends. */
export const lockRole = async (tx: TenantTransaction, reference: string) => {
  const [role] = await rulesOf(selectRoles(tx, [reference]).forNoKeyUpdate().execute())
  return role
}
