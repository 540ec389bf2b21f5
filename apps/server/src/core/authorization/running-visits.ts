import { accessesFromEverywhere, accessFor, type CompiledRoles, compileRoles } from '@holdfast/access'
import type { Database, TenantTransaction } from '../../platform/database/index.ts'
import { providerClient, visitorReference } from '../accounts/index.ts'
import { loadAccountCidrRanges } from './account-limit.ts'
import { heldRoles } from './held-roles.ts'
import { loadRoles } from './role-rows.ts'

/** What one of the provider's staff may do in the provider's own account, which must allow the visit. */
export interface StaffRoles {
  readonly compiled: CompiledRoles
  readonly account_cidr_ranges: readonly string[] | null
}

/** One of the provider's staff who may be in a customer's account now. */
export interface RunningVisit {
  /** Their reference in the customer's account. */
  readonly user_reference: string
  /** References of one or more approved roles. Each call is made in one of them, within `limitsOfVisits`. */
  readonly roles: readonly string[]
  readonly staff: StaffRoles
}

/** Whether staff may use support access at all from an address, by the same rule as `Authorization.visitOf`. */
export const mayVisitFrom = ({ compiled, account_cidr_ranges }: StaffRoles, address: string): boolean =>
  accessFor(compiled, { address, account_cidr_ranges }).can('internal:support')

/** An account's approved visits that are not over, sorted by reference. Leaves out people who may no longer visit. */
export const runningVisits = async (database: Database, client: string): Promise<RunningVisit[]> => {
  const approved = await database.read(client, readApproved)
  const references = [...new Set(approved.map(({ requested_by }) => requested_by))]
  if (references.length === 0) return []
  const staff = await database.read(providerClient, (tx) => readStaff(tx, references))
  const visits = staff.map(({ user_reference, ...roles }) => ({
    user_reference: visitorReference(user_reference),
    roles: approved.flatMap(({ requested_by, role }) => (requested_by === user_reference ? role : [])),
    staff: roles,
  }))
  return visits.sort((left, right) => (left.user_reference < right.user_reference ? -1 : 1))
}

const readApproved = (tx: TenantTransaction) =>
  tx.db
    .selectFrom('support_access')
    .select(['requested_by', 'role'])
    .distinct()
    .where('client', '=', tx.client)
    .where('approval_state', '=', 'approved')
    .where('approval_expiry', '>', tx.now.toISOString())
    .orderBy('role')
    .execute()

const readStaff = async (tx: TenantTransaction, references: readonly string[]) => {
  const people = await tx.db
    .selectFrom('portal_users')
    .select(['user_reference', heldRoles('portal_users', tx).as('roles')])
    .where('client', '=', tx.client)
    .where('is_active', '=', true)
    .where('user_reference', 'in', references)
    .execute()
  const rules = await loadRoles(tx, [...new Set(people.flatMap(({ roles }) => roles))])
  const account_cidr_ranges = await loadAccountCidrRanges(tx)
  return people.flatMap(({ user_reference, roles }) => {
    const held = rules.filter(({ role_reference }) => roles.includes(role_reference))
    const compiled = compileRoles(held, { client: tx.client })
    const everywhere = accessesFromEverywhere(compiled, { account_cidr_ranges })
    const mayVisit = everywhere.some(({ access }) => access.can('internal:support'))
    return mayVisit ? { user_reference, compiled, account_cidr_ranges } : []
  })
}
