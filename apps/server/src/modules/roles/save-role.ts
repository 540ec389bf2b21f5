import { accessFor, compileRolesInSteps, contentAddedBy, type Group, systemRoleLike } from '@holdfast/access'
import { ProductError, type Role, type RoleFields, type RoleRules } from '@holdfast/contract'
import { bumpAccessVersion, loadAccountCidrRanges } from '../../core/authorization/index.ts'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { isStorable, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { runSteps } from '../../platform/yield-to-event-loop.ts'
import { assertAlertsGrantable, assertByTwo, type MadeBy } from '../grants/index.ts'
import { lockRoleForChange } from './lock-role.ts'
import { holdersDigest, problemOfChange, type RoleChangeDetails } from './own-changes.ts'
import { rulesOfRoles } from './role-members.ts'
import { roleProblems } from './role-problems.ts'
import { columnsOf, fieldsOf, type RoleRow, roles, rulesOf, withHolders } from './role-record.ts'
import { keepVersion } from './role-versions.ts'
import { testResults } from './test-cases.ts'

/** What a role is to become. */
export interface RoleChange {
  role_reference: string
  /** The version that its author saw; 0 for a new role. */
  version: number | undefined
  /** Without test cases, those that the role has are kept. */
  given: Omit<RoleFields, 'test_cases'> & Partial<Pick<RoleFields, 'test_cases'>>
  /** The groups that the caller may see, in which the test cases are asked. */
  groups: readonly Group[]
  madeBy: MadeBy
}

/**
 * Locks the stored role, and checks what it is to become, apart from what its author may grant.
 * @throws ProductError `role.system`, `edit.conflict`, `role.looks_like_system`, `request.invalid`, `role.test_cases_fail`
 */
export const checkRoleChange = async (
  tx: TenantTransaction,
  { role_reference, version, given, groups }: Omit<RoleChange, 'madeBy'>,
): Promise<{ stored: RoleRow | null; before: RoleFields | null; fields: RoleFields; rules: RoleRules }> => {
  const rules = rulesOf(role_reference, given)
  const stored = await lockRoleForChange(tx, role_reference)
  assertVersion(version, stored)
  const fields = { ...given, test_cases: given.test_cases ?? stored?.test_cases ?? [] }
  if (!stored) assertOwnName(role_reference)
  await assertValid(fields, rules)
  assertTestCasesHold(rules, fields, { client: tx.client, groups })
  return { stored, before: stored ? fieldsOf(stored) : null, fields, rules }
}

/**
 * Creates or replaces a role. Applies from the next call of everybody who has it.
 * @throws ProductError as `checkRoleChange`; `access.exceeds_own`, `access.ends_sooner`, `access.needs_second_person`, `alert.not_given`, `role.would_lock_out`
 */
export const saveRole = async (ctx: RequestContext, tx: AuditedTransaction, change: RoleChange): Promise<Role> => {
  const { role_reference } = change
  const { stored, before, fields, rules } = await checkRoleChange(tx, change)
  const problem = await problemOfChange(ctx, tx, { stored, rules, isSaved: true })
  if (problem?.ends_sooner) throw new ProductError('access.ends_sooner')
  if (problem) throw new ProductError('access.exceeds_own', { ...problem })
  assertAlertsGrantable(ctx, addedAlerts(before, fields))
  await assertByTwo(tx, change.madeBy, () =>
    contentAddedBy(stored && rulesOf(role_reference, stored), rules, tx.client),
  )
  await assertKeepsRightToChange(ctx, tx, rules)
  if (stored && isUnchanged(before, fields)) {
    tx.audit('record.unchanged', { role_reference })
    return withOwnHolders(tx, stored)
  }
  if (stored) await keepVersion(tx, stored)
  const save = stored ? roles.replace : roles.insert
  const saved = await save(tx, role_reference, columnsOf(fields), ctx.actor.reference)
  const details: RoleChangeDetails = {
    role_reference,
    before,
    after: fieldsOf(saved),
    holders_digest: await holdersDigest(tx, role_reference),
    access_version: await bumpAccessVersion(tx),
  }
  tx.audit(stored ? 'role.updated' : 'role.created', { ...details })
  return withOwnHolders(tx, saved)
}

const addedAlerts = (before: RoleFields | null, { alert_permissions }: RoleFields) =>
  alert_permissions.filter((permission) => !before?.alert_permissions.includes(permission))

const withOwnHolders = async (tx: TenantTransaction, row: RoleRow): Promise<Role> => {
  const [role] = await withHolders(tx, [row])
  if (!role) throw new Error('A saved role is not there')
  return role
}

const assertValid = async (fields: RoleFields, rules: RoleRules): Promise<void> => {
  if (!isStorable(fields)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const problems = await roleProblems(rules, fields)
  if (problems.length === 0) return
  throw new ProductError(
    'request.invalid',
    {},
    problems.map(({ path, message }) => ({ path: `/body${path}`, keyword: 'role', params: {}, message })),
  )
}

/** The account's own roles must not look like system roles in a list. */
const assertOwnName = (role_reference: string): void => {
  const role = systemRoleLike(role_reference)
  if (role !== null) throw new ProductError('role.looks_like_system', { role })
}

const neededToTakeBack = ['roles:read', 'roles:write'] as const

/** Prevents callers from removing, by mistake, the permission that they would need to undo the change. */
const assertKeepsRightToChange = async (
  { caller, address, client }: RequestContext,
  tx: TenantTransaction,
  rules: RoleRules,
): Promise<void> => {
  if (!caller.roles.includes(rules.role_reference)) return
  const held = new Map([...(await rulesOfRoles(tx, caller.roles)), [rules.role_reference, rules]])
  const account_cidr_ranges = await loadAccountCidrRanges(tx)
  const compiled = await runSteps(compileRolesInSteps([...held.values()], { client }))
  const access = accessFor(compiled, { address, account_cidr_ranges })
  if (neededToTakeBack.every((action) => access.can(action))) return
  throw new ProductError('role.would_lock_out')
}

const assertTestCasesHold = (
  rules: RoleRules,
  { test_cases }: RoleFields,
  where: { client: string; groups: readonly Group[] },
): void => {
  const failing = testResults(rules, test_cases, where).flatMap((holds, index) => (holds ? [] : index))
  if (failing.length > 0) throw new ProductError('role.test_cases_fail', { total: failing.length, failing })
}
