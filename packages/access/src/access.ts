import {
  type Action,
  type AlertPermission,
  allActions,
  concernsNoGroup,
  isPayloadAction,
  type PayloadType,
  payloadTypes,
} from '@holdfast/contract'
import { type Address, type Cidr, cidrContains, parseAddress, parseCidr } from './cidr.ts'
import { allowsFrom, type CompiledPermission, type CompiledRoles, deniesFrom } from './compile.ts'
import type { DecisionPlan } from './decision-plan.ts'
import type { Group } from './group.ts'
import { cachedAnswer } from './group-list.ts'
import { LiveRoles } from './live-roles.ts'
import { finish, type Steps } from './steps.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

export interface Caller {
  /** The address of the connection, or the one that a trusted proxy reports. Nothing is allowed from an unreadable one. */
  readonly address: string
  /**
   * The ranges to which the whole account is limited. Null, absent or empty: no limit, so that an empty list locks nobody out.
   * An unreadable range admits nobody.
   */
  readonly account_cidr_ranges?: readonly string[] | null
}

export interface Question {
  /** Without a group, permissions with conditions do not apply. Ignored for actions that concern no group. */
  readonly group?: Group
  /** Without one, a payload action must be allowed for every type; other actions ignore the payload types of roles. */
  readonly payload_type?: PayloadType
}

/** What a caller may do. Made by `accessFor`. */
export class Access {
  readonly roles: CompiledRoles
  readonly #alertPermissions: ReadonlySet<AlertPermission>
  readonly #withAlertPermission = new Map<AlertPermission, Access>()
  readonly #anyType: LiveRoles
  readonly #byType: ReadonlyMap<PayloadType, LiveRoles>
  /** The values of `#byType`, each once. */
  readonly #ofEveryType: readonly LiveRoles[]

  constructor(roles: CompiledRoles, live: readonly CompiledPermission[], alertPermissions: readonly AlertPermission[]) {
    this.roles = roles
    this.#alertPermissions = new Set(alertPermissions)
    this.#anyType = new LiveRoles(roles, live)
    this.#byType = liveByType(roles, live, this.#anyType)
    this.#ofEveryType = [...new Set(this.#byType.values())]
  }

  /** Whether some live permission allows the action and none denies it. */
  can(action: Action, question: Question = {}): boolean {
    const { group, payload_type } = question
    if (payload_type !== undefined) return this.#allows(this.#byType.get(payload_type), action, group)
    if (!isPayloadAction(action)) return this.#allows(this.#anyType, action, group)
    return this.#ofEveryType.every((live) => this.#allows(live, action, group))
  }

  /** Whether a live role has this alert permission. Besides it, the caller needs the action on alerts. */
  hasAlertPermission(permission: AlertPermission): boolean {
    return this.#alertPermissions.has(permission)
  }

  /** What those roles allow that have an alert permission. Denials count whichever role they are of. */
  withAlertPermission(permission: AlertPermission): Access {
    const known = this.#withAlertPermission.get(permission)
    if (known) return known
    const live = this.#anyType.permissions.filter(
      ({ isDenied, role }) => isDenied || role.alertPermissions.includes(permission),
    )
    const access = new Access(this.roles, live, this.hasAlertPermission(permission) ? [permission] : [])
    this.#withAlertPermission.set(permission, access)
    return access
  }

  /**
   * Whether the action is allowed for some group that could exist, or without one, and some payload type: whether the caller may
   * use a call at all. Actions that concern no group have no payload type either.
   */
  mayAtAll(action: Action): boolean {
    if (concernsNoGroup(action)) return this.can(action)
    if (!isPayloadAction(action) && this.#anyType.planFor(action).isPossible) return true
    return payloadTypes.some((type) => this.#mayWith(action, type))
  }

  /** The actions for which `mayAtAll` holds. */
  actions(): Action[] {
    return allActions.filter((action) => this.mayAtAll(action))
  }

  /** The payload types for which the action is allowed for some group that could exist. */
  payloadTypes(action: Action = 'payloads:read'): PayloadType[] {
    return payloadTypes.filter((type) => this.#mayWith(action, type))
  }

  /** The references of those `groups` for which `can` holds, in their order. */
  groupsFor(action: Action, groups: readonly Group[], payload_type?: PayloadType): readonly string[] {
    return finish(this.groupsForInSteps(action, groups, payload_type))
  }

  /** `groupsFor` in steps, for many groups or large roles. */
  *groupsForInSteps(action: Action, groups: readonly Group[], payload_type?: PayloadType): Steps<readonly string[]> {
    const plans = this.#plansFor(action, payload_type)
    if (plans.length === 0 || plans.some((plan) => plan.fixedAnswer === false)) return []
    const depending = plans.filter((plan) => plan.fixedAnswer === null)
    const key = `groups ${depending.map(({ id }) => id).join()}`
    return yield* cachedAnswer(groups, key, () => this.#groupsAllowed(depending, groups))
  }

  /** Whether the action is allowed for every group that could exist, and without one. */
  isUnlimited(action: Action): boolean {
    const plans = this.#plansFor(action, undefined)
    return plans.length > 0 && plans.every((plan) => plan.fixedAnswer === true)
  }

  /** Whether some live permission denies the action, for some groups or for all. */
  isDeniedSomewhere(action: Action): boolean {
    return this.#anyType.planOfDenials(action).fixedAnswer !== true
  }

  /** Whether some live permission denies the action in the group. Whether another allows it does not matter. */
  isDenied(action: Action, group: Group): boolean {
    return !this.#anyType.planOfDenials(action).allowsGroup(this.roles.conditions.factsOf(group))
  }

  /** The references of those `groups` in which no live permission denies the action, whether or not one allows it. */
  *undeniedGroupsInSteps(action: Action, groups: readonly Group[]): Steps<readonly string[]> {
    return yield* this.#groupsAllowed([this.#anyType.planOfDenials(action)], groups)
  }

  *#groupsAllowed(plans: readonly DecisionPlan[], groups: readonly Group[]): Steps<readonly string[]> {
    if (plans.length === 0) return groups.map(({ group_reference }) => group_reference)
    const allowed: string[] = []
    yield* this.roles.conditions.eachFacts(groups, (facts, { group_reference }) => {
      if (plans.every((plan) => plan.allowsGroup(facts))) allowed.push(group_reference)
    })
    return allowed
  }

  /**
   * What a list may show. Each payload type of `types` that is visible at all is in exactly one row; types with the same groups
   * share a row. `all` means no filter by group: every group that could exist, and none.
   */
  visibility(
    action: Action,
    groups: readonly Group[],
    types: readonly PayloadType[] = payloadTypes,
  ): readonly Visibility[] {
    return finish(this.visibilityInSteps(action, groups, types))
  }

  /** `visibility` in steps, for many groups or large roles. */
  *visibilityInSteps(
    action: Action,
    groups: readonly Group[],
    types: readonly PayloadType[] = payloadTypes,
  ): Steps<readonly Visibility[]> {
    const planned = types.flatMap((type) => {
      const plan = this.#byType.get(type)?.planFor(action)
      return plan ? [{ type, plan }] : []
    })
    const key = `visibility ${planned.map(({ type, plan }) => `${type} ${plan.id}`).join()}`
    return yield* cachedAnswer(groups, key, () => visibilityOf(planned, groups, this.roles.conditions))
  }

  /** The permissions that count for a payload type, or without one. For this package only. */
  livePermissions(payload_type?: PayloadType): readonly CompiledPermission[] {
    const live = payload_type === undefined ? this.#anyType : this.#byType.get(payload_type)
    return live?.permissions ?? []
  }

  #allows(live: LiveRoles | undefined, action: Action, group: Group | undefined): boolean {
    if (live === undefined) return false
    const plan = live.planFor(action)
    if (plan.fixedAnswer !== null) return plan.fixedAnswer
    return group ? plan.allowsGroup(this.roles.conditions.factsOf(group)) : plan.withoutGroup
  }

  #mayWith(action: Action, type: PayloadType): boolean {
    return this.#byType.get(type)?.planFor(action).isPossible ?? false
  }

  #plansFor(action: Action, type: PayloadType | undefined): readonly DecisionPlan[] {
    if (type === undefined) {
      const lives = isPayloadAction(action) ? this.#ofEveryType : [this.#anyType]
      return lives.map((live) => live.planFor(action))
    }
    const plan = this.#byType.get(type)?.planFor(action)
    return plan ? [plan] : []
  }
}

/** Payload types for which the same roles are live share their plans. */
const liveByType = (
  roles: CompiledRoles,
  live: readonly CompiledPermission[],
  anyType: LiveRoles,
): ReadonlyMap<PayloadType, LiveRoles> => {
  const shared = new Map<string, LiveRoles>()
  const byType = new Map<PayloadType, LiveRoles>()
  for (const type of payloadTypes) {
    const excluded = roles.roles.filter((role) => role.payloadTypes !== null && !role.payloadTypes.has(type))
    const key = excluded.map((role) => role.index).join()
    const known = key === '' ? anyType : shared.get(key)
    const liveRoles =
      known ??
      new LiveRoles(
        roles,
        live.filter((permission) => !excluded.includes(permission.role)),
      )
    shared.set(key, liveRoles)
    byType.set(type, liveRoles)
  }
  return byType
}

/** Accesses by role set and live roles. Few per role set, however many addresses call. */
const accessesOf = new WeakMap<CompiledRoles, Map<string, Access>>()

/**
 * What a caller with `roles` may do from their address. A role is live if one of its `cidr_ranges` contains the address or if it
 * has no such list; a role that is not live contributes neither permissions nor denials. With an empty list of ranges a role is
 * live nowhere; with an empty list of payload types it is live for none. The denials of a role with an unreadable range apply
 * from everywhere.
 */
export const accessFor = (roles: CompiledRoles, caller: Caller): Access => {
  const address = admittedAddress(caller)
  const allowing = address ? roles.roles.filter((role) => allowsFrom(role, address)) : []
  const denying = address ? roles.roles.filter((role) => deniesFrom(role, address)) : []
  const key = `${allowing.map((role) => role.index).join()}/${denying.map((role) => role.index).join()}`
  const accesses = accessesOf.get(roles) ?? new Map<string, Access>()
  accessesOf.set(roles, accesses)
  const known = accesses.get(key)
  if (known) return known
  const live = new Set([...allowing, ...denying])
  const access = new Access(
    roles,
    roles.permissions.filter(({ role, isDenied }) => live.has(role) && (isDenied ? denying : allowing).includes(role)),
    allowing.flatMap(({ alertPermissions }) => alertPermissions),
  )
  accesses.set(key, access)
  return access
}

/** Whether the account may be used from the caller's address. */
export const isAddressAdmitted = (caller: Caller): boolean => admittedAddress(caller) !== null

/** The caller's address, or null if it is unreadable or outside the account's ranges. */
const admittedAddress = (caller: Caller): Address | null => {
  const address = parseAddress(caller.address)
  const limits = caller.account_cidr_ranges ?? []
  if (address === null || limits.length === 0) return address
  const isAdmitted = limits.map(parseCidr).some((range: Cidr | null) => range !== null && cidrContains(range, address))
  return isAdmitted ? address : null
}
