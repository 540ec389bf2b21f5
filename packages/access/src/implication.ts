import type { CompiledPermission } from './compile.ts'
import type { ConditionCore, ConditionSet } from './condition-set.ts'
import { isWithin, type Matcher, matches } from './matcher.ts'

interface Claim {
  readonly core: ConditionCore
  readonly isNegated: boolean
}

/** A permission with what it asks of groups, to be compared with permissions of another role set. */
export interface Placed {
  readonly permission: CompiledPermission
  readonly claims: readonly Claim[]
}

/** @param conditions those of the permission's role set */
export const place = (permission: CompiledPermission, conditions: ConditionSet): Placed => ({
  permission,
  claims: permission.literals.flatMap(({ condition, isNegated }) => {
    const core = conditions.cores[condition]
    return core ? [{ core, isNegated }] : []
  }),
})

/**
 * Whether wherever the conditions of `narrow` hold, those of `wide` do, for every group that could exist and without one.
 * False where it can't be told.
 */
export const holdsWithin = (narrow: Placed, wide: Placed): boolean => {
  if (wide.permission.needsGroup && !narrow.permission.needsGroup) return false
  return wide.claims.every((claim) => narrow.claims.some((one) => implies(one, claim)))
}

/** Whether the conditions of two permissions certainly never hold for the same group. */
export const excludeEachOther = (left: Placed, right: Placed): boolean =>
  right.claims.some(({ core, isNegated }) => left.claims.some((one) => implies(one, { core, isNegated: !isNegated })))

const implies = (given: Claim, claim: Claim): boolean => {
  if (given.isNegated) return claim.isNegated && isCoreWithin(claim.core, given.core)
  return claim.isNegated ? isOtherName(given.core, claim.core) : isCoreWithin(given.core, claim.core)
}

const isCoreWithin = (narrow: ConditionCore, wide: ConditionCore): boolean =>
  isPartWithin(narrow.names, wide.names) &&
  isPartWithin(narrow.keys, wide.keys) &&
  isPartWithin(narrow.values, wide.values)

const isPartWithin = (narrow: Matcher | null, wide: Matcher | null): boolean =>
  wide === null || (narrow !== null && isWithin(narrow, wide))

/** A group has one reference, so a condition that asks for another one does not hold; of tags it can have many. */
const isOtherName = (given: ConditionCore, other: ConditionCore): boolean =>
  given.names?.kind === 'exact' && other.names !== null && !matches(other.names, given.names.text)
