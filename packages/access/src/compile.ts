import type { Condition, PayloadType, Permission, RoleRules } from '@holdfast/contract'
import { type Address, type Cidr, cidrContains, parseCidr } from './cidr.ts'
import { type ConditionCore, ConditionSet, conditionCore } from './condition-set.ts'
import { compileMatcher, type Matcher, matches } from './matcher.ts'
import { finish, type Steps } from './steps.ts'

/** A condition of a set, as it has to hold or, when negated, must not hold. */
export interface Literal {
  readonly condition: number
  readonly isNegated: boolean
}

export interface CompiledPermission {
  readonly role: CompiledRole
  readonly permission_index: number
  readonly isDenied: boolean
  readonly actions: Matcher
  /** It has conditions, so it applies only where a group is in question. */
  readonly needsGroup: boolean
  readonly literals: readonly Literal[]
}

export interface CompiledRole {
  readonly role_reference: string
  readonly index: number
  /** Null: from every address. */
  readonly ranges: readonly Cidr[] | null
  /** A range that can't be read: the role's denials count from everywhere. */
  readonly hasUnreadableRange: boolean
  /** Null: for every payload type. */
  readonly payloadTypes: ReadonlySet<PayloadType> | null
}

export interface CompileOptions {
  /** The account whose roles these are. Only the provider's own, `admin`, can allow `internal:` actions. */
  readonly client: string
}

/** A role set made ready to answer. Immutable apart from what it remembers to answer faster. */
export interface CompiledRoles {
  readonly client: string
  readonly roles: readonly CompiledRole[]
  readonly conditions: ConditionSet
  /** Without those that can never apply: allow permissions with a broken regex, or a condition nothing can meet. */
  readonly permissions: readonly CompiledPermission[]
}

/**
 * Compiles the roles of one person or client app. Costs in the order of a microsecond a permission and more for regexes,
 * so keep the result as long as the roles stay the same.
 *
 * A regex that does not compile fails closed: an allow permission with one never applies; a deny permission with one takes
 * the broken matcher as matching, so it denies everything that its other parts leave. `checkRole` reports them beforehand.
 */
export const compileRoles = (roles: readonly RoleRules[], options: CompileOptions): CompiledRoles =>
  finish(compileRolesInSteps(roles, options))

/** As `compileRoles`, for roles that may hold many regexes which were never compiled: a thousand take 50 ms and more. */
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

/** The conditions as literals, or null when they can never all hold. */
const compileConditions = (
  set: ConditionSet,
  conditions: readonly Condition[],
  isDenied: boolean,
): readonly Literal[] | null => {
  const literals = new Map<number, Literal>()
  for (const condition of conditions) {
    const core = conditionCore(condition)
    const isNegated = condition.is_denied === true
    if (isBrokenCore(core)) {
      if (isDenied) continue
      return null
    }
    if (isVacuousCore(core)) {
      if (isNegated) return null
      continue
    }
    const id = set.add(core)
    if (literals.has(id) && literals.get(id)?.isNegated !== isNegated) return null
    literals.set(id, { condition: id, isNegated })
  }
  return [...literals.values()]
}

/** A condition with a regex that does not compile. */
export const isBrokenCore = (core: ConditionCore): boolean =>
  [core.names, core.keys, core.values].some((matcher) => matcher?.kind === 'broken')

/** All of no matchers match. */
const isVacuousCore = (core: ConditionCore): boolean =>
  core.names === null && core.keys === null && core.values === null

const internalArea = 'internal:'

/**
 * Whether a permission speaks of an action. The provider's area takes more to open than to close: an allow permission
 * has to name it, by a matcher that begins with `internal:`, in the provider's own account. So `*` opens it to nobody.
 */
export const speaksOf = (permission: CompiledPermission, action: string, client: string): boolean => {
  const { actions, isDenied } = permission
  if (actions.kind === 'broken') return isDenied
  if (!matches(actions, action)) return false
  return isDenied || !action.startsWith(internalArea) || (client === 'admin' && actions.text.startsWith(internalArea))
}

/** Whether a role's allow permissions count for a caller at `address`. */
export const allowsFrom = (role: CompiledRole, address: Address): boolean =>
  role.ranges === null || role.ranges.some((range) => cidrContains(range, address))

/** Whether a role's deny permissions count for a caller at `address`. */
export const deniesFrom = (role: CompiledRole, address: Address): boolean =>
  role.hasUnreadableRange || allowsFrom(role, address)
