import { type Action, allActions, concernsNoGroup, type PayloadType, payloadTypes } from '@holdfast/contract'
import { type Address, type Cidr, cidrContains, parseAddress, parseCidr } from './cidr.ts'
import { allowsFrom, type CompiledPermission, type CompiledRoles, deniesFrom } from './compile.ts'
import type { DecisionPlan } from './decision-plan.ts'
import type { Group } from './group.ts'
import { rememberedOf } from './group-list.ts'
import { LiveRoles } from './live-roles.ts'
import { isPayloadAction } from './payload-actions.ts'
import { finish, type Steps } from './steps.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

export interface Caller {
  /** As the connection or the trusted proxy gives it. From an address that can't be read nothing is allowed. */
  readonly address: string
  /**
   * Ranges to which the whole account is limited. Null, absent or empty: no limit, so that an empty
   * list locks nobody out. A range that can't be read admits nobody.
   */
  readonly account_cidr_ranges?: readonly string[] | null
}

export interface Question {
  /** Without a group in question, permissions with conditions do not apply. An action that concerns none takes no heed of it. */
  readonly group?: Group
  /** Without one, a payload action has to be allowed for every type; other actions take no heed of roles' types. */
  readonly payload_type?: PayloadType
}

/** What a caller may do. Made by `accessFor`. */
export class Access {
  readonly roles: CompiledRoles
  readonly #anyType: LiveRoles
  readonly #byType: ReadonlyMap<PayloadType, LiveRoles>
  /** The different ones of `#byType`. */
  readonly #ofEveryType: readonly LiveRoles[]

  constructor(roles: CompiledRoles, live: readonly CompiledPermission[]) {
    this.roles = roles
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

  /**
   * Whether the action could be allowed for some group, or without one, and some payload type: opens a call at all. Calls
   * whose action concerns no group are of no payload type either.
   */
  mayAtAll(action: Action): boolean {
    if (concernsNoGroup(action)) return this.can(action)
    if (!isPayloadAction(action) && this.#anyType.planFor(action).somewhere) return true
    return payloadTypes.some((type) => this.#mayWith(action, type))
  }

  /** The actions that are allowed somewhere, for the profile. */
  actions(): Action[] {
    return allActions.filter((action) => this.mayAtAll(action))
  }

  /** The payload types for which an action could be allowed for some group, for the profile. */
  payloadTypes(action: Action = 'payloads:read'): PayloadType[] {
    return payloadTypes.filter((type) => this.#mayWith(action, type))
  }

  /** References of those of `groups` for which `can` holds, in their order. */
  groupsFor(action: Action, groups: readonly Group[], payload_type?: PayloadType): readonly string[] {
    return finish(this.groupsForInSteps(action, groups, payload_type))
  }

  /** As `groupsFor`, for groups and roles of which there may be many. */
  *groupsForInSteps(action: Action, groups: readonly Group[], payload_type?: PayloadType): Steps<readonly string[]> {
    const plans = this.#plansFor(action, payload_type)
    if (plans.length === 0 || plans.some((plan) => plan.withoutLooking === false)) return []
    const depending = plans.filter((plan) => plan.withoutLooking === null)
    const key = `groups ${depending.map(({ id }) => id).join()}`
    return yield* rememberedOf(groups, key, () => this.#groupsAllowed(depending, groups))
  }

  /** Whether the action is allowed whatever the group, also one that does not exist, and without one. */
  isUnlimited(action: Action): boolean {
    const plans = this.#plansFor(action, undefined)
    return plans.length > 0 && plans.every((plan) => plan.withoutLooking === true)
  }

  /** Whether some live permission denies the action, for some group or whatever the group. */
  isDeniedSomewhere(action: Action): boolean {
    return this.#anyType.planOfDenials(action).withoutLooking !== true
  }

  /** Whether some live permission denies the action in the group, whether one allows it or not. */
  isDenied(action: Action, group: Group): boolean {
    return !this.#anyType.planOfDenials(action).allowsGroup(this.roles.conditions.factsOf(group))
  }

  /** References of those of `groups` in which no live permission denies the action, whether one allows it or not. */
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
   * What a list has to be narrowed to: each payload type of `types` that is visible at all is in exactly one row, types
   * with the same groups share it. `all` means no narrowing at all: every group that could exist, and none.
   */
  visibility(
    action: Action,
    groups: readonly Group[],
    types: readonly PayloadType[] = payloadTypes,
  ): readonly Visibility[] {
    return finish(this.visibilityInSteps(action, groups, types))
  }

  /** As `visibility`, for groups and roles of which there may be many. */
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
    return yield* rememberedOf(groups, key, () => visibilityOf(planned, groups, this.roles.conditions))
  }

  /** The permissions that count for a payload type, or where none is in question. For this package. */
  livePermissions(payload_type?: PayloadType): readonly CompiledPermission[] {
    const live = payload_type === undefined ? this.#anyType : this.#byType.get(payload_type)
    return live?.permissions ?? []
  }

  #allows(live: LiveRoles | undefined, action: Action, group: Group | undefined): boolean {
    if (live === undefined) return false
    const plan = live.planFor(action)
    if (plan.withoutLooking !== null) return plan.withoutLooking
    return group ? plan.allowsGroup(this.roles.conditions.factsOf(group)) : plan.withoutGroup
  }

  #mayWith(action: Action, type: PayloadType): boolean {
    return this.#byType.get(type)?.planFor(action).somewhere ?? false
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

/** Types for which the same roles are live share their plans. */
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

/** Accesses of one role set by the roles that are live in them; there are few, however many addresses call. */
const known = new WeakMap<CompiledRoles, Map<string, Access>>()

/**
 * What the bearer of `roles` may do from an address. A role is live when one of its `cidr_ranges` contains the address, or
 * when it has none; a role that is not live contributes neither permissions nor denials. With an empty list of ranges a role
 * is live nowhere, with an empty list of payload types for no payload. A role with a range that can't be read keeps its denials from everywhere.
 */
export const accessFor = (roles: CompiledRoles, caller: Caller): Access => {
  const address = admittedAddress(caller)
  const allowing = address ? roles.roles.filter((role) => allowsFrom(role, address)) : []
  const denying = address ? roles.roles.filter((role) => deniesFrom(role, address)) : []
  const key = `${allowing.map((role) => role.index).join()}/${denying.map((role) => role.index).join()}`
  const accesses = known.get(roles) ?? new Map<string, Access>()
  known.set(roles, accesses)
  const made = accesses.get(key)
  if (made) return made
  const live = new Set([...allowing, ...denying])
  const access = new Access(
    roles,
    roles.permissions.filter(({ role, isDenied }) => live.has(role) && (isDenied ? denying : allowing).includes(role)),
  )
  accesses.set(key, access)
  return access
}

/** Whether the account may be used from the caller's address at all. */
export const isAddressAdmitted = (caller: Caller): boolean => admittedAddress(caller) !== null

/** The caller's address, or null when it can't be read or the account's ranges do not contain it. */
const admittedAddress = (caller: Caller): Address | null => {
  const address = parseAddress(caller.address)
  const limits = caller.account_cidr_ranges ?? []
  if (address === null || limits.length === 0) return address
  const isAdmitted = limits.map(parseCidr).some((range: Cidr | null) => range !== null && cidrContains(range, address))
  return isAdmitted ? address : null
}
