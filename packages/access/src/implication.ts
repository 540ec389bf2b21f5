import type { CompiledPermission, Literal } from './compile.ts'
import type { ConditionCore, ConditionSet } from './condition-set.ts'
import { isWithin, type Matcher, matches } from './matcher.ts'

/** A permission of one role set, to be compared with permissions of another. */
export interface Placed {
  readonly permission: CompiledPermission
  readonly conditions: ConditionSet
}

interface Claim {
  readonly core: ConditionCore
  readonly isNegated: boolean
}

/**
 * Whether wherever the conditions of `narrow` hold, those of `wide` do, for every group that could exist and without one.
 * False where it can't be told.
 */
export const holdsWithin = (narrow: Placed, wide: Placed): boolean => {
  if (wide.permission.needsGroup && !narrow.permission.needsGroup) return false
  const given = claimsOf(narrow)
  return claimsOf(wide).every((claim) => given.some((one) => implies(one, claim)))
}

/** Whether the conditions of two permissions certainly never hold for the same group. */
export const excludeEachOther = (left: Placed, right: Placed): boolean => {
  const given = claimsOf(left)
  return claimsOf(right).some(({ core, isNegated }) =>
    given.some((one) => implies(one, { core, isNegated: !isNegated })),
  )
}

const claimsOf = ({ permission, conditions }: Placed): Claim[] =>
  permission.literals.flatMap(({ condition, isNegated }: Literal) => {
    const core = conditions.cores[condition]
    return core ? [{ core, isNegated }] : []
  })

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
