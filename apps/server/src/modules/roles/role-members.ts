import type { RoleRules } from '@holdfast/contract'
import { sql } from 'kysely'
import { runningVisits } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Member } from './member-changes.ts'
import { rulesOf } from './role-record.ts'

/** The active people who have a role, ordered by reference. The role need not exist: people can have it from their identity. */
export const membersOfRole = (tx: TenantTransaction, role_reference: string): Promise<Member[]> =>
  tx.db
    .selectFrom('portal_users')
    .select(['user_reference', 'roles'])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .where(sql<boolean>`${role_reference} = any(roles)`)
    .orderBy('user_reference')
    .execute()

/** Staff who are visiting in a role, each with this role alone. */
export const visitorsInRole = async (
  { platform, client }: RequestContext,
  role_reference: string,
): Promise<Member[]> => {
  const visits = await runningVisits(platform.database, client)
  const inRole = visits.filter(({ roles }) => roles.includes(role_reference))
  return inRole.map((visit) => ({ user_reference: visit.user_reference, roles: [role_reference], visit }))
}

/** The rules of those roles that exist, by reference. */
export const rulesOfRoles = async (
  tx: TenantTransaction,
  references: Iterable<string>,
): Promise<ReadonlyMap<string, RoleRules>> => {
  const rows = await tx.db
    .selectFrom('roles')
    .select(['role_reference', 'permissions', 'payload_types', 'cidr_ranges'])
    .where('client', '=', tx.client)
    .where(sql<boolean>`role_reference = any(${[...references]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.role_reference, rulesOf(row.role_reference, row)]))
}
