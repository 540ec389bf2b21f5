import type { AlertPermission, Condition, PayloadType, Permission, RoleRules } from '@holdfast/contract'
import { type Address, type Cidr, cidrContains, parseCidr } from './cidr.ts'
import { type ConditionMatchers, ConditionSet, compileCondition } from './condition-set.ts'
import { compileMatcher, type Matcher, matches } from './matcher.ts'
import { finish, type Steps } from './steps.ts'

/** A condition of a set that must hold or, when negated, must not hold. */
export interface Literal {
  readonly condition: number
  readonly isNegated: boolean
}

export interface CompiledPermission {
  readonly role: CompiledRole
  readonly permission_index: number
  readonly isDenied: boolean
  readonly actions: Matcher
  /** It has conditions, so it only applies where a group is in question. */
  readonly needsGroup: boolean
  readonly literals: readonly Literal[]
}

export interface CompiledRole {
  readonly role_reference: string
  readonly index: number
  /** Null: from every address. */
  readonly ranges: readonly Cidr[] | null
  /** The role's denials then apply from everywhere. */
  readonly hasUnreadableRange: boolean
  /** Null: for every payload type. */
  readonly payloadTypes: ReadonlySet<PayloadType> | null
  readonly alertPermissions: readonly AlertPermission[]
}

export interface CompileOptions {
  /** The account that the roles belong to. Only in the provider's own, `admin`, can roles allow `internal:` actions. */
  readonly client: string
}

/** A role set, compiled for decisions. Immutable apart from its caches. */
export interface CompiledRoles {
  readonly client: string
  readonly roles: readonly CompiledRole[]
  readonly conditions: ConditionSet
  /** Without those that never apply: because their conditions exclude each other, or because of a broken regex. */
  readonly permissions: readonly CompiledPermission[]
}

/**
 * Compiles the roles of one person or client app. Takes about a microsecond per permission and more for regexes, so keep the
 * result as long as the roles stay the same.
 *
 * A broken regex fails closed: an allow permission with one never applies, and a deny permission counts the broken matcher as
 * matching. `checkRole` reports such regexes before a role is saved.
 */
export const compileRoles = (roles: readonly RoleRules[], options: CompileOptions): CompiledRoles =>
  finish(compileRolesInSteps(roles, options))

/** `compileRoles` in steps, for roles with many regexes: the first time a thousand of them take 100 ms and more. */
export function* compileRolesInSteps(roles: readonly RoleRules[], { client }: CompileOptions): Steps<CompiledRoles> {
  const conditions = new ConditionSet()
  const compiledRoles: CompiledRole[] = []
  const permissions: CompiledPermission[] = []
  for (const rules of roles) {
    const role = compileRole(rules, compiledRoles.length)
    compiledRoles.push(role)
    for (const [at, permission] of rules.permissions.entries()) {
      const compiled = compilePermission(conditions, role, permission, at)
      if (compiled) permissions.push(compiled)
      yield
    }
  }
  yield* conditions.prepareInSteps()
  return { client, roles: compiledRoles, conditions, permissions }
}

const compileRole = (rules: RoleRules, index: number): CompiledRole => {
  const ranges = rules.cidr_ranges?.map(parseCidr) ?? null
  return {
    role_reference: rules.role_reference,
    index,
    ranges: ranges?.filter((range) => range !== null) ?? null,
    hasUnreadableRange: ranges?.includes(null) ?? false,
    payloadTypes: rules.payload_types ? new Set(rules.payload_types) : null,
    alertPermissions: rules.alert_permissions ?? [],
  }
}

const compilePermission = (
  conditions: ConditionSet,
  role: CompiledRole,
  permission: Permission,
  permission_index: number,
): CompiledPermission | null => {
  const isDenied = permission.is_denied === true
  const actions = compileMatcher(permission.actions_matching, permission.is_regex === true)
  const literals = compileConditions(conditions, permission.conditions ?? [], isDenied)
  if (literals === null || (actions.kind === 'broken' && !isDenied)) return null
  const needsGroup = (permission.conditions?.length ?? 0) > 0
  return { role, permission_index, isDenied, actions, needsGroup, literals }
}

/** The conditions as literals, or null if they can never all hold. */
const compileConditions = (
  set: ConditionSet,
  conditions: readonly Condition[],
  isDenied: boolean,
): readonly Literal[] | null => {
  const literals = new Map<number, Literal>()
  for (const condition of conditions) {
    const matchers = compileCondition(condition)
    const isNegated = condition.is_denied === true
    if (hasBrokenMatcher(matchers)) {
      if (isDenied) continue
      return null
    }
    if (hasNoMatcher(matchers)) {
      if (isNegated) return null
      continue
    }
    const id = set.add(matchers)
    if (literals.has(id) && literals.get(id)?.isNegated !== isNegated) return null
    literals.set(id, { condition: id, isNegated })
  }
  return [...literals.values()]
}

/** Whether a condition has a regex that does not compile. */
export const hasBrokenMatcher = ({ names, keys, values }: ConditionMatchers): boolean =>
  [names, keys, values].some((matcher) => matcher?.kind === 'broken')

/** Such a condition always holds. */
const hasNoMatcher = ({ names, keys, values }: ConditionMatchers): boolean =>
  names === null && keys === null && values === null

const internalPrefix = 'internal:'

/**
 * Whether a permission covers an action. An allow permission covers the provider's area only in the provider's own account and
 * with a matcher that begins with `internal:`, so `*` opens the area to nobody. Denials have no such limit.
 */
export const coversAction = (
  permission: Pick<CompiledPermission, 'actions' | 'isDenied'>,
  action: string,
  client: string,
): boolean => {
  const { actions, isDenied } = permission
  if (actions.kind === 'broken') return isDenied
  if (!matches(actions, action)) return false
  return (
    isDenied || !action.startsWith(internalPrefix) || (client === 'admin' && actions.text.startsWith(internalPrefix))
  )
}

/** Whether a role's allow permissions count for a caller at `address`. */
export const allowsFrom = (role: CompiledRole, address: Address): boolean =>
  role.ranges === null || role.ranges.some((range) => cidrContains(range, address))

/** Whether a role's deny permissions count for a caller at `address`. */
export const deniesFrom = (role: CompiledRole, address: Address): boolean =>
  role.hasUnreadableRange || allowsFrom(role, address)
