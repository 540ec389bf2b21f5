import { type Action, allActions, type PayloadType, payloadTypes, type RoleRules } from '@holdfast/contract'
import type { Access } from './access.ts'
import { type Cidr, isCidrWithin } from './cidr.ts'
import { type CompiledPermission, type CompiledRole, type CompiledRoles, compileRoles, speaksOf } from './compile.ts'
import { excludeEachOther, holdsWithin, type Placed } from './implication.ts'
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
 * Nobody can grant what they could not do themselves (docs/decisions, 'Roles'): the first thing that `role` would open and
 * that its granter could not do, or null when there is none. Several roles given together are checked one by one.
 *
 * Holds for every group that could exist, not only today's, so that a role can't be granted first and a group then
 * named or tagged to fit it. Errs on the side of refusing: each permission has to be covered by one of the granter's,
 * by matchers that are equal or plainly narrower (`Sales EU` within `Sales *`). The granter's own permissions count only
 * when live now and from every address that `role` can be used from; their denials always count.
 */
export const grantProblem = (granter: Access, role: RoleRules): GrantProblem | null => {
  const granted = compileRoles([role], { client: granter.roles.client })
  for (const type of [null, ...payloadTypes]) {
    for (const action of allActions) {
      if (type === null && isPayloadAction(action)) continue
      const excess = excessOf(granter, granted, action, type)
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

/** A permission to do `action` that goes beyond the granter's own. */
const excessOf = (
  granter: Access,
  granted: CompiledRoles,
  action: Action,
  type: PayloadType | null,
): CompiledPermission | undefined => {
  const given = placed(granted, granted.permissions, action, type)
  const givenDenials = given.filter(({ permission }) => permission.isDenied)
  const givenAllows = given.filter(({ permission }) => !permission.isDenied)
  if (givenAllows.length === 0) return undefined
  const own = placed(granter.roles, grantable(granter, granted, type), action, type)
  const ownDenials = own.filter(({ permission }) => permission.isDenied)
  const ownAllows = own.filter(({ permission }) => !permission.isDenied)
  const isCovered = (one: Placed): boolean =>
    givenDenials.some((denial) => holdsWithin(one, denial)) ||
    (ownAllows.some((allow) => holdsWithin(one, allow)) &&
      ownDenials.every(
        (denial) => excludeEachOther(one, denial) || givenDenials.some((other) => holdsWithin(denial, other)),
      ))
  return givenAllows.find((one) => !isCovered(one))?.permission
}

const placed = (
  roles: CompiledRoles,
  permissions: readonly CompiledPermission[],
  action: Action,
  type: PayloadType | null,
): Placed[] =>
  permissions
    .filter(({ role }) => type === null || role.payloadTypes === null || role.payloadTypes.has(type))
    .filter((permission) => speaksOf(permission, action, roles.client))
    .map((permission) => ({ permission, conditions: roles.conditions }))

/** The granter's denials from everywhere, and what they are allowed from wherever the granted role can be used. */
const grantable = (granter: Access, granted: CompiledRoles, type: PayloadType | null): CompiledPermission[] => {
  const live = new Set(granter.livePermissions(type ?? undefined))
  const [role] = granted.roles
  return granter.roles.permissions.filter(
    (permission) => permission.isDenied || (live.has(permission) && isUsableWherever(permission.role, role)),
  )
}

const isUsableWherever = (own: CompiledRole, granted: CompiledRole | undefined): boolean => {
  if (own.ranges === null) return true
  const ownRanges: readonly Cidr[] = own.ranges
  return granted?.ranges?.every((range) => ownRanges.some((wide) => isCidrWithin(range, wide))) ?? false
}
