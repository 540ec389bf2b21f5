import { type Action, allActions, type Permission, payloadTypes, type RoleRules } from '@holdfast/contract'
import type { Access } from './access.ts'
import { isCidrWithin, parseCidr } from './cidr.ts'
import { compileRoles, coversAction, hasBrokenMatcher } from './compile.ts'
import { compileCondition } from './condition-set.ts'
import { type GrantProblem, grantProblem } from './grant.ts'
import { comparable, holdsWithin } from './implication.ts'
import { compileMatcher } from './matcher.ts'

/** A change of a role that allows more than its author could do, with an example. */
export interface ChangeProblem extends Omit<GrantProblem, 'permission_index'> {
  /** Index in the changed role's permissions; null for a denial that was removed or limited. */
  readonly permission_index: number | null
}

/** What a change newly allows, as a role to be granted. */
interface NewlyAllowed {
  readonly rules: RoleRules
  /** For each of its permissions the index in the changed role. */
  readonly indexes: readonly (number | null)[]
}

/**
 * Nobody can grant what they could not do themselves, by changing a role either. Finds the first thing that `changed` allows,
 * `stored` did not and the author could not do, or null if there is none. Removing a denial is a grant, because other roles may
 * allow what it denied. Removing a permission is not, so people can take back what they never had.
 * @param stored null if the role is new
 */
export const changeProblem = (author: Access, stored: RoleRules | null, changed: RoleRules): ChangeProblem | null => {
  const grants = stored ? newlyAllowed(stored, changed, author.roles.client) : [allOf(changed)]
  for (const { rules, indexes } of grants) {
    const problem = grantProblem(author, rules)
    if (problem) return { ...problem, permission_index: indexes[problem.permission_index] ?? null }
  }
  return null
}

const allOf = (rules: RoleRules): NewlyAllowed => ({ rules, indexes: rules.permissions.map((_, index) => index) })

const newlyAllowed = (stored: RoleRules, changed: RoleRules, client: string): NewlyAllowed[] => {
  const storedDenials = stored.permissions.filter(isDenial)
  const kept = new Set(changed.permissions.map(identityOf))
  const removed = storedDenials.filter((denial) => !kept.has(identityOf(denial)))
  const isWithin = isWithinLimits(changed, stored)
  const isNarrowed = isWithin ? narrowedFrom(stored, changed, client) : () => false
  const known = new Set(isWithin ? stored.permissions.map(identityOf) : [])
  const indexes = changed.permissions.flatMap((one, index) =>
    isDenial(one) || known.has(identityOf(one)) || isNarrowed(index) ? [] : index,
  )
  const added = indexes.flatMap((index) => changed.permissions[index] ?? [])
  const asAllows = removed.flatMap((denial) => allowsInPlaceOf(denial, client))
  const denials = changed.permissions.filter(isDenial)
  return [
    { rules: { ...changed, permissions: [...added, ...denials] }, indexes },
    { rules: { ...changed, ...rangesOfDenials(stored, changed), permissions: [...asAllows, ...denials] }, indexes: [] },
    ...lostLimits(stored, changed).map((limits) => ({
      rules: {
        ...limits,
        ...rangesOfDenials(stored, limits),
        permissions: storedDenials.flatMap((denial) => allowsInPlaceOf(denial, client)),
      },
      indexes: [],
    })),
  ]
}

/**
 * Whether a permission of the changed role allows the same actions as one of the stored role, in no other groups: conditions were added or
 * clearly narrowed. In doubt it does not, as when something is granted.
 */
const narrowedFrom = (stored: RoleRules, changed: RoleRules, client: string): ((index: number) => boolean) => {
  const [before, after] = [stored, changed].map((role) => {
    const { permissions, conditions } = compileRoles([role], { client })
    return permissions.map((one) => comparable(one, conditions))
  })
  const actionsOf = ({ permissions }: RoleRules, index: number): string => {
    const { actions_matching, is_regex } = permissions[index] ?? { actions_matching: '' }
    return JSON.stringify([actions_matching, is_regex === true])
  }
  const allows = (before ?? []).filter(({ permission }) => !permission.isDenied)
  const byActions = Map.groupBy(allows, ({ permission }) => actionsOf(stored, permission.permission_index))
  const byIndex = new Map((after ?? []).map((one) => [one.permission.permission_index, one]))
  return (index) => {
    const one = byIndex.get(index)
    return one !== undefined && (byActions.get(actionsOf(changed, index)) ?? []).some((wide) => holdsWithin(one, wide))
  }
}

/** The denials of a role with an unreadable range apply from everywhere, so removing them counts from everywhere. */
const rangesOfDenials = (stored: RoleRules, { cidr_ranges }: RoleRules): Pick<RoleRules, 'cidr_ranges'> =>
  stored.cidr_ranges?.some((range) => parseCidr(range) === null) ? { cidr_ranges: null } : { cidr_ranges }

const isDenial = ({ is_denied }: Permission): boolean => is_denied === true

/** Equal for permissions with the same meaning, regardless of the order of their fields and of omitted defaults. */
const identityOf = ({ actions_matching, is_regex, is_denied, conditions }: Permission): string =>
  JSON.stringify([
    actions_matching,
    is_regex === true,
    is_denied === true,
    (conditions ?? []).map((one) => [
      one.names_matching ?? null,
      one.keys_matching ?? null,
      one.values_matching ?? null,
      one.is_regex === true,
      one.is_denied === true,
    ]),
  ])

/**
 * Permissions that allow what a denial denied. A broken regex denies everything but would allow nothing, so `*` takes its place.
 * A wildcard can deny the provider's area but would not allow it, so those actions are listed by name.
 */
const allowsInPlaceOf = (denial: Permission, client: string): Permission[] => {
  const isBroken = compileMatcher(denial.actions_matching, denial.is_regex === true).kind === 'broken'
  const allow: Permission = {
    ...(isBroken ? { actions_matching: '*' } : denial),
    is_denied: false,
    conditions: (denial.conditions ?? []).filter((condition) => !hasBrokenMatcher(compileCondition(condition))),
  }
  const [compiled] = compileRoles([{ role_reference: 'denial', permissions: [denial] }], { client }).permissions
  const internal = allActions.filter(
    (action): action is Action =>
      action.startsWith('internal:') && !!compiled && coversAction(compiled, action, client),
  )
  return [allow, ...internal.map((action) => ({ ...allow, actions_matching: action, is_regex: false }))]
}

/** Whether a role is only live where another is, by address and payload type. */
const isWithinLimits = (narrow: RoleRules, wide: RoleRules): boolean =>
  typesBeyond(narrow, wide).length === 0 && isFromWithin(narrow, wide)

const typesBeyond = ({ payload_types }: RoleRules, wide: RoleRules) =>
  (payload_types ?? payloadTypes).filter((type) => wide.payload_types && !wide.payload_types.includes(type))

const isFromWithin = ({ cidr_ranges }: RoleRules, wide: RoleRules): boolean => {
  if (!wide.cidr_ranges) return true
  const admitted = wide.cidr_ranges.map(parseCidr)
  return (
    cidr_ranges?.map(parseCidr).every((range) => admitted.some((one) => range && one && isCidrWithin(range, one))) ??
    false
  )
}

/** Where the stored role was live and the changed one no longer is, so that its denials end there. */
const lostLimits = (stored: RoleRules, changed: RoleRules): RoleRules[] => {
  const types = typesBeyond(stored, changed)
  const isLessWidelyLive = !isFromWithin(stored, changed)
  return [...(types.length > 0 ? [{ ...stored, payload_types: types }] : []), ...(isLessWidelyLive ? [stored] : [])]
}

/** The actions that a change of a role can affect: all that an added or removed permission covers. */
export const actionsConcerned = (stored: RoleRules | null, changed: RoleRules, client: string): Action[] => {
  const before = stored?.permissions ?? []
  const isSame = stored !== null && isWithinLimits(stored, changed) && isWithinLimits(changed, stored)
  const [known, kept] = [new Set(before.map(identityOf)), new Set(changed.permissions.map(identityOf))]
  const permissions = isSame
    ? [
        ...before.filter((one) => !kept.has(identityOf(one))),
        ...changed.permissions.filter((one) => !known.has(identityOf(one))),
      ]
    : [...before, ...changed.permissions]
  const { permissions: compiled } = compileRoles([{ role_reference: 'change', permissions }], { client })
  return allActions.filter((action) => compiled.some((permission) => coversAction(permission, action, client)))
}
