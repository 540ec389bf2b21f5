import { type Action, concernsNoGroup, isPayloadAction, type PayloadType, payloadTypes } from '@holdfast/contract'
import { accessFor, type Caller, type Question } from './access.ts'
import { type CompiledPermission, type CompiledRoles, coversAction } from './compile.ts'
import type { Group } from './group.ts'

export interface Situation extends Caller, Question {
  readonly action: Action
}

/** Why a permission applies, or the first reason why it does not. */
export type Outcome =
  | 'applies'
  | 'other_action'
  | 'role_not_live'
  | 'concerns_no_group'
  | 'no_group_in_question'
  | 'conditions_not_met'

export interface Considered {
  readonly role_reference: string
  /** Index in the role's `permissions`. */
  readonly permission_index: number
  readonly kind: 'allow' | 'deny'
  readonly outcome: Outcome
}

export interface Explanation {
  readonly allowed: boolean
  /** The payload type that the rest is about: the given one, else the first that is refused; null if none is needed. */
  readonly payload_type: PayloadType | null
  /** The first denial that applies, else the first permission that does; null if none does. */
  readonly deciding: Considered | null
  /** Every permission that could apply at all, in the order of the roles. */
  readonly considered: readonly Considered[]
}

/**
 * Explains the answer of `can`. Looks at every permission, so it is slower than a decision. From an address that is not
 * admitted no role is live.
 */
export const explain = (roles: CompiledRoles, situation: Situation): Explanation => {
  if (situation.payload_type !== undefined || !isPayloadAction(situation.action)) {
    return explainType(roles, situation, situation.payload_type ?? null)
  }
  const explanations = payloadTypes.map((type) => explainType(roles, situation, type))
  const [first] = explanations
  return explanations.find(({ allowed }) => !allowed) ?? first ?? explainType(roles, situation, null)
}

const explainType = (roles: CompiledRoles, situation: Situation, type: PayloadType | null): Explanation => {
  const live = new Set(accessFor(roles, situation).livePermissions(type ?? undefined))
  const considered = roles.permissions.map((permission) => ({
    role_reference: permission.role.role_reference,
    permission_index: permission.permission_index,
    kind: permission.isDenied ? ('deny' as const) : ('allow' as const),
    outcome: outcomeOf(roles, permission, live.has(permission), situation),
  }))
  const applying = considered.filter(({ outcome }) => outcome === 'applies')
  const deciding = applying.find(({ kind }) => kind === 'deny') ?? applying[0] ?? null
  return { allowed: deciding?.kind === 'allow', payload_type: type, deciding, considered }
}

const outcomeOf = (
  roles: CompiledRoles,
  permission: CompiledPermission,
  isLive: boolean,
  { action, group }: { readonly action: Action; readonly group?: Group },
): Outcome => {
  if (!coversAction(permission, action, roles.client)) return 'other_action'
  if (!isLive) return 'role_not_live'
  if (!permission.needsGroup) return 'applies'
  if (concernsNoGroup(action)) return 'concerns_no_group'
  if (group === undefined) return 'no_group_in_question'
  const facts = roles.conditions.factsOf(group)
  const isMet = permission.literals.every(({ condition, isNegated }) => facts.holds(condition) !== isNegated)
  return isMet ? 'applies' : 'conditions_not_met'
}
