import type { RoleRules } from '@holdfast/contract'
import { sql } from 'kysely'
import { runningVisits } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { recordsBefore, type TenantTransaction } from '../../platform/database/index.ts'
import type { Member } from './member-changes.ts'
import { rulesOf } from './role-record.ts'

/** Staff who are visiting in a role, each with this role alone. */
export const visitorsInRole = async (
  { platform, client }: RequestContext,
  role_reference: string,
): Promise<Member[]> => {
  const visits = await runningVisits(platform.database, client)
  const inRole = visits.filter(({ roles }) => roles.includes(role_reference))
  return inRole.map((visit) => ({
    user_reference: visit.user_reference,
    display_name: null,
    roles: [role_reference],
    visit,
  }))
}

const selectRules = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('roles')
    .select(['role_reference', 'permissions', 'payload_types', 'cidr_ranges'])
    .where('client', '=', tx.client)

/** The rules of those roles that exist, by reference. */
export const rulesOfRoles = async (
  tx: TenantTransaction,
  references: Iterable<string>,
): Promise<ReadonlyMap<string, RoleRules>> => {
  const rows = await selectRules(tx)
    .where(sql<boolean>`role_reference = any(${[...references]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.role_reference, rulesOf(row.role_reference, row)]))
}

/** The rules of all roles as they were at a moment, by reference. */
export const rulesAt = async (tx: TenantTransaction, at: Date): Promise<ReadonlyMap<string, RoleRules>> => {
  const rules = new Map(
    (await selectRules(tx).execute()).map((row) => [row.role_reference, rulesOf(row.role_reference, row)]),
  )
  for (const [role_reference, then] of await recordsBefore<Omit<RoleRules, 'role_reference'>>(tx, 'role', at)) {
    if (then === null) rules.delete(role_reference)
    else rules.set(role_reference, rulesOf(role_reference, then))
  }
  return rules
}

/** The rules of the account's first roles, ordered by reference. */
export const rulesOfFirstRoles = async (tx: TenantTransaction, limit: number): Promise<RoleRules[]> => {
  const rows = await selectRules(tx).orderBy('role_reference').limit(limit).execute()
  return rows.map((row) => rulesOf(row.role_reference, row))
}
