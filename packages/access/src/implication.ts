import type { CompiledPermission } from './compile.ts'
import type { ConditionMatchers, ConditionSet } from './condition-set.ts'
import { isWithin, type Matcher, matches } from './matcher.ts'

interface Claim {
  readonly matchers: ConditionMatchers
  readonly isNegated: boolean
}

/** A permission with its conditions, for comparison with permissions of another role set. */
export interface ComparablePermission {
  readonly permission: CompiledPermission
  readonly claims: readonly Claim[]
}

/** @param conditions of the permission's role set */
export const comparable = (permission: CompiledPermission, conditions: ConditionSet): ComparablePermission => ({
  permission,
  claims: permission.literals.flatMap(({ condition, isNegated }) => {
    const matchers = conditions.matchers[condition]
    return matchers ? [{ matchers, isNegated }] : []
  }),
})

/**
 * Whether the conditions of `wide` hold wherever those of `narrow` do, for every group that could exist and without one. False
 * if that is unknown.
 */
export const holdsWithin = (narrow: ComparablePermission, wide: ComparablePermission): boolean => {
  if (wide.permission.needsGroup && !narrow.permission.needsGroup) return false
  return wide.claims.every((claim) => narrow.claims.some((one) => implies(one, claim)))
}

/** Whether the conditions of two permissions certainly never hold for the same group. False if that is unknown. */
export const excludeEachOther = (left: ComparablePermission, right: ComparablePermission): boolean =>
  right.claims.some(({ matchers, isNegated }) =>
    left.claims.some((one) => implies(one, { matchers, isNegated: !isNegated })),
  )

const implies = (given: Claim, claim: Claim): boolean => {
  if (given.isNegated) return claim.isNegated && areWithin(claim.matchers, given.matchers)
  return claim.isNegated ? isOtherName(given.matchers, claim.matchers) : areWithin(given.matchers, claim.matchers)
}

const areWithin = (narrow: ConditionMatchers, wide: ConditionMatchers): boolean =>
  isPartWithin(narrow.names, wide.names) &&
  isPartWithin(narrow.keys, wide.keys) &&
  isPartWithin(narrow.values, wide.values)

const isPartWithin = (narrow: Matcher | null, wide: Matcher | null): boolean =>
  wide === null || (narrow !== null && isWithin(narrow, wide))

/** A group has only one reference, so conditions on two different ones exclude each other. It can have many tags. */
const isOtherName = (given: ConditionMatchers, other: ConditionMatchers): boolean =>
  given.names?.kind === 'exact' && other.names !== null && !matches(other.names, given.names.text)
