import {
  type AlertPermission,
  alertPermissions,
  type Role,
  type RoleFields,
  type RoleRules,
  roleFields,
} from '@holdfast/contract'
import { type Selectable, sql } from 'kysely'
import { type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'
import { countRoleHolders } from './role-holders.ts'

export const roleColumns = [
  'client',
  'role_reference',
  'permissions',
  'payload_types',
  'cidr_ranges',
  'alert_permissions',
  'is_alertable',
  'description',
  'is_system',
  'test_cases',
  'updated_at',
  'updated_by',
  'version',
] as const

export const roles = versionedTable({
  table: 'roles',
  key: 'role_reference',
  columns: roleColumns,
  history: { kind: 'role', columns: ['permissions', 'payload_types', 'cidr_ranges'] },
})

export const lastChangesOfRoles = roles.lastChanges

export type RoleRow = Pick<Selectable<Tables['roles']>, (typeof roleColumns)[number]>

/** A role as calls return it, without its counts. An empty description becomes `null`. */
const toRecord = ({ alert_permissions, description, ...row }: RoleRow): Omit<Role, 'member_count' | 'app_count'> => ({
  ...row,
  alert_permissions: alertPermissions.filter((permission: AlertPermission) => alert_permissions[permission]),
  description: description || null,
})

/** The roles whose use is watched. */
export const alertableRoles = async (tx: TenantTransaction): Promise<string[]> => {
  const rows = await roles.select(tx).where('is_alertable', '=', true).execute()
  return rows.map(({ role_reference }) => role_reference)
}

/** What some roles are for, in words, by reference. */
export const describeRoles = async (tx: TenantTransaction, references: readonly string[]) => {
  const rows = await tx.db
    .selectFrom('roles')
    .select(['role_reference', 'description', 'is_system'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`role_reference = any(${[...references]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.role_reference, row]))
}

/** Roles with the numbers of people and client apps that have them, counted for all roles at once. */
export const withHolders = async (tx: TenantTransaction, rows: readonly RoleRow[]): Promise<Role[]> => {
  const holders = await countRoleHolders(
    tx,
    rows.map(({ role_reference }) => role_reference),
  )
  return rows.map((row) => ({
    ...toRecord(row),
    member_count: holders.people.get(row.role_reference) ?? 0,
    app_count: holders.apps.get(row.role_reference) ?? 0,
  }))
}

/** The fields of a role that people can edit. */
export const fieldsOf = (row: RoleRow): RoleFields => {
  const record = toRecord(row)
  return Object.fromEntries(
    Object.keys(roleFields).map((name) => [name, record[name as keyof RoleFields]]),
  ) as RoleFields
}

/** The part of a role that decides access. */
export const rulesOf = (
  role_reference: string,
  fields: Omit<RoleRules, 'role_reference' | 'alert_permissions'>,
): RoleRules => ({
  role_reference,
  permissions: fields.permissions,
  payload_types: fields.payload_types ?? null,
  cidr_ranges: fields.cidr_ranges ?? null,
})

/** Roles that people edit are never system roles. */
export const columnsOf = (fields: RoleFields) => ({
  is_system: false,
  permissions: JSON.stringify(fields.permissions),
  payload_types: fields.payload_types,
  cidr_ranges: fields.cidr_ranges,
  alert_permissions: JSON.stringify(
    Object.fromEntries(alertPermissions.map((one) => [one, fields.alert_permissions.includes(one)])),
  ),
  is_alertable: fields.is_alertable,
  description: fields.description ?? '',
  test_cases: JSON.stringify(fields.test_cases),
})

/** The versions of those roles that exist, by reference. */
export const versionsOfRoles = async (
  tx: TenantTransaction,
  references: readonly string[],
): Promise<Record<string, number>> => {
  const rows = references.length === 0 ? [] : await roles.select(tx).where('role_reference', 'in', references).execute()
  return Object.fromEntries(rows.map(({ role_reference, version }) => [role_reference, version]))
}
