import { type Access, accessFor, compileRolesInSteps } from '@holdfast/access'
import { allActions, type RoleRules } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { loadRoles } from './role-rows.ts'

const nouns = new Set(allActions.map((action) => action.split(':')[0] ?? action))

/** Denies callers from outside the account's ranges everything but support access. */
const limitsOfOutsiders: readonly RoleRules[] = [
  {
    role_reference: 'outside the account ranges',
    permissions: [...nouns]
      .filter((noun) => noun !== 'support_access')
      .map((noun) => ({ actions_matching: `${noun}:*`, is_denied: true })),
    payload_types: null,
    cidr_ranges: null,
  },
]

/**
 * What a person may do from outside the account's ranges: see and end visits of the provider's staff, while there is one and
 * the person's roles let them decide on it. An account limit must not keep anybody from ending a visit.
 * @returns `null` for everybody else
 */
export const accessFromOutside = async (
  tx: TenantTransaction,
  roles: readonly string[],
  address: string,
): Promise<Access | null> => {
  if (!(await hasRunningVisit(tx))) return null
  const rules = [...(await loadRoles(tx, roles)), ...limitsOfOutsiders]
  const compiled = await runSteps(compileRolesInSteps(rules, { client: tx.client }))
  const access = accessFor(compiled, { address, account_cidr_ranges: null })
  return access.can('support_access:decide') ? access : null
}

const hasRunningVisit = async (tx: TenantTransaction): Promise<boolean> => {
  const running = await tx.db
    .selectFrom('support_access')
    .select('request_reference')
    .where('client', '=', tx.client)
    .where('approval_state', '=', 'approved')
    .where('approval_expiry', '>', tx.now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}
