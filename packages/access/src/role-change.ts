import { type Action, allActions, type Permission, payloadTypes, type RoleRules } from '@holdfast/contract'
import type { Access } from './access.ts'
import { isCidrWithin, parseCidr } from './cidr.ts'
import { compileRoles, isBrokenCore, speaksOf } from './compile.ts'
import { conditionCore } from './condition-set.ts'
import { type GrantProblem, grantProblem } from './grant.ts'
import { compileMatcher } from './matcher.ts'

/** A change that opens more than its author could do, with an example. */
export interface ChangeProblem extends Omit<GrantProblem, 'permission_index'> {
  /** Place in the changed role's permissions; null when it is a denial that was taken away, or limited. */
  readonly permission_index: number | null
}

/** What a change opens, as a role that would have to be granted. */
interface Opened {
  readonly rules: RoleRules
  /** For each of its permissions its place in the changed role. */
  readonly places: readonly (number | null)[]
}

/**
 * Nobody can grant what they could not do themselves, nor by changing a role: the first thing that `changed` opens to
 * whoever has it and that `stored` (null: there was none) did not, while the author could not do it. Taking a denial away is a
 * grant, as other roles may allow what it denied; taking a permission away is none, so that what is too much can be taken back
 * by people who never had it.
 */
export const changeProblem = (author: Access, stored: RoleRules | null, changed: RoleRules): ChangeProblem | null => {
  const opened = stored ? openedBy(stored, changed, author.roles.client) : [asOpened(changed)]
  for (const { rules, places } of opened) {
    const problem = grantProblem(author, rules)
    if (problem) return { ...problem, permission_index: places[problem.permission_index] ?? null }
  }
  return null
}

const asOpened = (rules: RoleRules): Opened => ({ rules, places: rules.permissions.map((_, index) => index) })

const openedBy = (stored: RoleRules, changed: RoleRules, client: string): Opened[] => {
  const storedDenials = stored.permissions.filter(isDenial)
  const kept = new Set(changed.permissions.map(identityOf))
  const takenAway = storedDenials.filter((denial) => !kept.has(identityOf(denial)))
  const known = new Set(isWithinLimits(changed, stored) ? stored.permissions.map(identityOf) : [])
  const places = changed.permissions.flatMap((one, index) => (isDenial(one) || known.has(identityOf(one)) ? [] : index))
  const added = places.flatMap((index) => changed.permissions[index] ?? [])
  const asAllows = takenAway.flatMap((denial) => allowsInPlaceOf(denial, client))
  const denials = changed.permissions.filter(isDenial)
  return [
    { rules: { ...changed, permissions: [...added, ...denials] }, places },
    { rules: { ...changed, ...rangesDenied(stored, changed), permissions: [...asAllows, ...denials] }, places: [] },
    ...unlimited(stored, changed).map((limits) => ({
      rules: {
        ...limits,
        ...rangesDenied(stored, limits),
        permissions: storedDenials.flatMap((denial) => allowsInPlaceOf(denial, client)),
      },
      places: [],
    })),
  ]
}

/** A role with a range that can't be read denies from everywhere, while it allows from nowhere: what it denied is everywhere. */
const rangesDenied = (stored: RoleRules, { cidr_ranges }: RoleRules): Pick<RoleRules, 'cidr_ranges'> =>
  stored.cidr_ranges?.some((range) => parseCidr(range) === null) ? { cidr_ranges: null } : { cidr_ranges }

const isDenial = ({ is_denied }: Permission): boolean => is_denied === true

/** The same for permissions that mean the same, however their fields are ordered or left out. */
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
 * Permissions to do what a denial denied. A broken regex denied as if it matched, but would allow nothing; a wildcard denied
 * the provider's area, but would not allow it. So the one is left open and the actions of the other are named.
 */
const allowsInPlaceOf = (denial: Permission, client: string): Permission[] => {
  const isBroken = compileMatcher(denial.actions_matching, denial.is_regex === true).kind === 'broken'
  const allow: Permission = {
    ...(isBroken ? { actions_matching: '*' } : denial),
    is_denied: false,
    conditions: (denial.conditions ?? []).filter((condition) => !isBrokenCore(conditionCore(condition))),
  }
  const [compiled] = compileRoles([{ role_reference: 'denial', permissions: [denial] }], { client }).permissions
  const internal = allActions.filter(
    (action): action is Action => action.startsWith('internal:') && !!compiled && speaksOf(compiled, action, client),
  )
  return [allow, ...internal.map((action) => ({ ...allow, actions_matching: action, is_regex: false }))]
}

/** Whether a role is live nowhere and for no payload type where another is not. */
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

/** The limits within which the stored role was live and the changed one is not: its denials end there. */
const unlimited = (stored: RoleRules, changed: RoleRules): RoleRules[] => {
  const types = typesBeyond(stored, changed)
  const isLessWidelyLive = !isFromWithin(stored, changed)
  return [...(types.length > 0 ? [{ ...stored, payload_types: types }] : []), ...(isLessWidelyLive ? [stored] : [])]
}

/** The actions on which a change of a role can bear: those of which what was added or taken away speaks. */
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
  return allActions.filter((action) => compiled.some((permission) => speaksOf(permission, action, client)))
}
