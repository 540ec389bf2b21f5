import { type Action, allActions, type PayloadType, payloadTypes, type RoleRules } from '@holdfast/contract'
import type { Access } from './access.ts'
import { type Cidr, isCidrWithin } from './cidr.ts'
import { type CompiledPermission, type CompiledRole, type CompiledRoles, compileRoles, speaksOf } from './compile.ts'
import { excludeEachOther, holdsWithin, type Placed, place } from './implication.ts'
import { isPayloadAction } from './payload-actions.ts'

/** A permission that the granter does not hold to the same extent, with an example of what it would open. */
export interface GrantProblem {
  readonly permission_index: number
  readonly action: Action
  /** Null where no payload type is in question. */
  readonly payload_type: PayloadType | null
  readonly message: string
}

/**
 * Nobody can grant what they could not do themselves (docs/decisions/0001, 'Roles'): the first thing that `role` would open and
 * that its granter could not do, or null when there is none. Several roles given together are checked one by one.
 *
 * Holds for every group that could exist, not only today's, so that a role can't be granted first and a group then
 * named or tagged to fit it. Errs on the side of refusing: each permission has to be covered by one of the granter's,
 * by matchers that are equal or plainly narrower (`Sales EU` within `Sales *`). The granter's own permissions count only
 * when live now and from every address that `role` can be used from; their denials always count.
 */
export const grantProblem = (granter: Access, role: RoleRules): GrantProblem | null => {
  const granted = compileRoles([role], { client: granter.roles.client })
  const relations = relationsOf(granter.roles, granted)
  const givenFor = remembered((action: Action) => speaking(granted, action))
  const ownFor = remembered((action: Action) => speaking(granter.roles, action))
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

const speaking = (roles: CompiledRoles, action: Action): CompiledPermission[] =>
  roles.permissions.filter((permission) => speaksOf(permission, action, roles.client))

const countsFor = ({ role }: CompiledPermission, type: PayloadType | null): boolean =>
  type === null || role.payloadTypes === null || role.payloadTypes.has(type)

type Permissions = ReadonlySet<CompiledPermission>

/** A permission of those given for an action that goes beyond the granter's own. */
const excessOf = (relations: Relations, given: Permissions, own: Permissions): CompiledPermission | undefined => {
  const isKept = (denial: CompiledPermission) => hasAny(relations.givenDenialsAround(denial), given)
  const lostDenials = [...own].filter((permission) => permission.isDenied && !isKept(permission))
  return [...given].find((one) => {
    if (one.isDenied || hasAny(relations.givenDenialsAround(one), given)) return false
    if (!hasAny(relations.ownAllowsAround(one), own)) return true
    const denied = relations.ownDenialsMeeting(one)
    return lostDenials.some((denial) => denied.has(denial))
  })
}

const hasAny = (some: Permissions, all: Permissions): boolean => {
  for (const one of some) if (all.has(one)) return true
  return false
}

/** How permissions of a granted role and of its granter lie to each other, whatever the action: each found out once. */
interface Relations {
  /** Denials of the granted role that hold wherever a permission does. */
  givenDenialsAround(permission: CompiledPermission): Permissions
  /** What allows the granter wherever a permission holds. */
  ownAllowsAround(permission: CompiledPermission): Permissions
  /** The granter's denials that may hold where a permission does. */
  ownDenialsMeeting(permission: CompiledPermission): Permissions
}

const relationsOf = (granter: CompiledRoles, granted: CompiledRoles): Relations => {
  const [own, given] = [granter, granted].map(({ permissions, conditions }) =>
    permissions.map((permission) => place(permission, conditions)),
  ) as [Placed[], Placed[]]
  const places = new Map([...own, ...given].map((placed) => [placed.permission, placed]))
  const related = (others: readonly Placed[], isRelated: (one: Placed, other: Placed) => boolean) =>
    remembered((permission: CompiledPermission): Permissions => {
      const one = places.get(permission)
      return new Set(others.filter((other) => one && isRelated(one, other)).map((other) => other.permission))
    })
  const isDenial = ({ permission }: Placed) => permission.isDenied
  return {
    givenDenialsAround: related(given.filter(isDenial), holdsWithin),
    ownAllowsAround: related(
      own.filter((placed) => !isDenial(placed)),
      holdsWithin,
    ),
    ownDenialsMeeting: related(own.filter(isDenial), (one, denial) => !excludeEachOther(one, denial)),
  }
}

const remembered = <K, V>(find: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

/** The granter's denials from everywhere, and what they are allowed from wherever the granted role can be used. */
const grantablePermissions = (
  granter: Access,
  granted: CompiledRoles,
  type: PayloadType | null,
): CompiledPermission[] => {
  const live = new Set(granter.livePermissions(type ?? undefined))
  const [role] = granted.roles
  const isUsable = remembered((own: CompiledRole) => isUsableWherever(own, role))
  return granter.roles.permissions.filter(
    (permission) => permission.isDenied || (live.has(permission) && isUsable(permission.role)),
  )
}

const isUsableWherever = (own: CompiledRole, granted: CompiledRole | undefined): boolean => {
  if (own.ranges === null) return true
  const ownRanges: readonly Cidr[] = own.ranges
  return granted?.ranges?.every((range) => ownRanges.some((wide) => isCidrWithin(range, wide))) ?? false
}
