import {
  type Action,
  allActions,
  isPayloadAction,
  type PayloadType,
  payloadTypes,
  type RoleRules,
} from '@holdfast/contract'
import type { Access } from './access.ts'
import { type Cidr, isCidrWithin } from './cidr.ts'
import {
  type CompiledPermission,
  type CompiledRole,
  type CompiledRoles,
  compileRoles,
  coversAction,
} from './compile.ts'
import { type ComparablePermission, comparable, excludeEachOther, holdsWithin } from './implication.ts'

/** A permission that goes beyond what the granter may do, with an example of what it would allow. */
export interface GrantProblem {
  readonly permission_index: number
  readonly action: Action
  /** Null if no payload type is in question. */
  readonly payload_type: PayloadType | null
  readonly message: string
}

/**
 * Nobody can grant what they could not do themselves (docs/decisions/0001, 'Roles'). Finds the first thing that `role` would
 * allow and its granter could not do, or null if there is none. Check several roles that are granted together one by one.
 *
 * The answer holds for every group that could exist, so that nobody can grant a role first and then name or tag a group to fit
 * it. In doubt it refuses: each permission must lie within one of the granter's, with matchers that are equal or clearly
 * narrower (`Sales EU` within `Sales *`). The granter's allow permissions only count if they are live now and from every address
 * from which `role` can be used. Their denials always count.
 */
export const grantProblem = (granter: Access, role: RoleRules): GrantProblem | null => {
  const granted = compileRoles([role], { client: granter.roles.client })
  const relations = relationsOf(granter.roles, granted)
  const givenFor = memoized((action: Action) => permissionsFor(granted, action))
  const ownFor = memoized((action: Action) => permissionsFor(granter.roles, action))
  for (const type of [null, ...payloadTypes]) {
    const grantable = new Set(grantablePermissions(granter, granted, type))
    for (const action of allActions) {
      if (type === null && isPayloadAction(action)) continue
      const given = givenFor(action).filter((permission) => countsFor(permission, type))
      if (given.every(({ isDenied }) => isDenied)) continue
      const own = ownFor(action).filter((permission) => grantable.has(permission) && countsFor(permission, type))
      const excess = excessOf(relations, new Set(given), new Set(own))
      if (excess) return describe(excess, action, type)
    }
  }
  return null
}

const describe = (excess: CompiledPermission, action: Action, type: PayloadType | null): GrantProblem => ({
  permission_index: excess.permission_index,
  action,
  payload_type: type,
  message: `You can't grant ${action}${type === null ? '' : ` for ${type}`} to this extent, because you don't have it yourself.`,
})

const permissionsFor = (roles: CompiledRoles, action: Action): CompiledPermission[] =>
  roles.permissions.filter((permission) => coversAction(permission, action, roles.client))

const countsFor = ({ role }: CompiledPermission, type: PayloadType | null): boolean =>
  type === null || role.payloadTypes === null || role.payloadTypes.has(type)

type Permissions = ReadonlySet<CompiledPermission>

/** The first permission of those given for an action that goes beyond the granter's own. */
const excessOf = (relations: Relations, given: Permissions, own: Permissions): CompiledPermission | undefined => {
  const isKept = (denial: CompiledPermission) => hasAny(relations.givenDenialsCovering(denial), given)
  const lostDenials = [...own].filter((permission) => permission.isDenied && !isKept(permission))
  return [...given].find((one) => {
    if (one.isDenied || hasAny(relations.givenDenialsCovering(one), given)) return false
    if (!hasAny(relations.ownAllowsCovering(one), own)) return true
    const denied = relations.ownDenialsOverlapping(one)
    return lostDenials.some((denial) => denied.has(denial))
  })
}

const hasAny = (some: Permissions, all: Permissions): boolean => {
  for (const one of some) if (all.has(one)) return true
  return false
}

/** Relations between permissions of a granted role and its granter, regardless of the action. Each is computed once. */
interface Relations {
  /** Denials of the granted role that apply wherever a permission applies. */
  givenDenialsCovering(permission: CompiledPermission): Permissions
  /** Allow permissions of the granter that apply wherever a permission applies. */
  ownAllowsCovering(permission: CompiledPermission): Permissions
  /** Denials of the granter that may apply where a permission applies. */
  ownDenialsOverlapping(permission: CompiledPermission): Permissions
}

const relationsOf = (granter: CompiledRoles, granted: CompiledRoles): Relations => {
  const [own, given] = [granter, granted].map(({ permissions, conditions }) =>
    permissions.map((permission) => comparable(permission, conditions)),
  ) as [ComparablePermission[], ComparablePermission[]]
  const byPermission = new Map([...own, ...given].map((one) => [one.permission, one]))
  const related = (
    others: readonly ComparablePermission[],
    isRelated: (one: ComparablePermission, other: ComparablePermission) => boolean,
  ) =>
    memoized((permission: CompiledPermission): Permissions => {
      const one = byPermission.get(permission)
      return new Set(others.filter((other) => one && isRelated(one, other)).map((other) => other.permission))
    })
  const isDenial = ({ permission }: ComparablePermission) => permission.isDenied
  return {
    givenDenialsCovering: related(given.filter(isDenial), holdsWithin),
    ownAllowsCovering: related(
      own.filter((one) => !isDenial(one)),
      holdsWithin,
    ),
    ownDenialsOverlapping: related(own.filter(isDenial), (one, denial) => !excludeEachOther(one, denial)),
  }
}

const memoized = <K, V>(find: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

/** The granter's permissions that count: all denials, and what allows them something wherever the granted role can be used. */
const grantablePermissions = (
  granter: Access,
  granted: CompiledRoles,
  type: PayloadType | null,
): CompiledPermission[] => {
  const live = new Set(granter.livePermissions(type ?? undefined))
  const [role] = granted.roles
  const isUsable = memoized((own: CompiledRole) => isUsableWherever(own, role))
  return granter.roles.permissions.filter(
    (permission) => permission.isDenied || (live.has(permission) && isUsable(permission.role)),
  )
}

const isUsableWherever = (own: CompiledRole, granted: CompiledRole | undefined): boolean => {
  if (own.ranges === null) return true
  const ownRanges: readonly Cidr[] = own.ranges
  return granted?.ranges?.every((range) => ownRanges.some((wide) => isCidrWithin(range, wide))) ?? false
}
