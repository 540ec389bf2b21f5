import { accessesFromEverywhere, compileRoles, type Group } from '@holdfast/access'
import { ProductError, type RoleRules } from '@holdfast/contract'
import { providerClient, visitorReference } from '../../core/accounts/index.ts'
import { accountCidrRangesAt, type RunningVisit, type StaffRoles } from '../../core/authorization/index.ts'
import { beginningOfHistory, type Database, type TenantTransaction } from '../../platform/database/index.ts'
import { existingRules } from '../explanations/index.ts'
import { groupsAt } from '../groups/index.ts'
import { peopleAt } from '../portal-users/index.ts'
import { rulesAt } from '../roles/index.ts'
import { approvedAt } from '../support-access/index.ts'

/** What decides access in an account, as it was at a moment. */
export interface AccountAt {
  readonly at: Date
  readonly rules: ReadonlyMap<string, RoleRules>
  /** Ordered by reference. */
  readonly groups: readonly Group[]
  readonly cidr_ranges: readonly string[] | null
}

/** @throws ProductError `access.not_known_then` */
export const accountAt = async (tx: TenantTransaction, at: Date): Promise<AccountAt> => {
  const since = (await beginningOfHistory(tx)) ?? tx.now
  if (at < since || at > tx.now) throw new ProductError('access.not_known_then', { since: minuteOf(since) })
  return {
    at,
    rules: await rulesAt(tx, at),
    groups: await groupsAt(tx, at),
    cidr_ranges: await accountCidrRangesAt(tx, at),
  }
}

/** For a message, in both languages. */
const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The provider's staff who could be in the account at a moment, sorted by reference. */
export const visitsAt = async (database: Database, client: string, at: Date): Promise<RunningVisit[]> => {
  const approved = await database.read(client, (tx) => approvedAt(tx, at))
  const references = [...new Set(approved.map(({ requested_by }) => requested_by))].sort()
  if (references.length === 0) return []
  const staff = await database.read(providerClient, (tx) => staffAt(tx, at, references))
  return [...staff].map(([reference, roles]) => ({
    user_reference: visitorReference(reference),
    roles: [...new Set(approved.flatMap(({ requested_by, role }) => (requested_by === reference ? role : [])))].sort(),
    staff: roles,
  }))
}

/** Those whom the provider's own account let visit then. */
const staffAt = async (
  tx: TenantTransaction,
  at: Date,
  references: readonly string[],
): Promise<ReadonlyMap<string, StaffRoles>> => {
  const rules = await rulesAt(tx, at)
  const account_cidr_ranges = await accountCidrRangesAt(tx, at)
  const { people } = await peopleAt(tx, at, { after: '', only: references, limit: references.length })
  const staff = people.map(({ user_reference, roles }) => {
    const compiled = compileRoles(existingRules(rules, roles), { client: tx.client })
    return [user_reference, { compiled, account_cidr_ranges }] as const
  })
  const mayVisit = ({ compiled }: StaffRoles): boolean =>
    accessesFromEverywhere(compiled, { account_cidr_ranges }).some(({ access }) => access.can('internal:support'))
  return new Map(staff.filter(([, roles]) => mayVisit(roles)))
}
