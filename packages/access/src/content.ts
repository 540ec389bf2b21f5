import { allActions, contentActions, type Permission, type RoleRules } from '@holdfast/contract'
import { type Access, accessFor } from './access.ts'
import { compileRoles, coversAction } from './compile.ts'
import { type GrantProblem, grantProblem } from './grant.ts'
import { type ChangeProblem, changeProblem } from './role-change.ts'

const everythingElse: readonly Permission[] = allActions
  .filter((action) => !contentActions.some((one) => one === action))
  .map((action) => ({ actions_matching: action }))

/**
 * Somebody who may do everything everywhere but open content, of which they have only this: what they could not grant gives access to
 * content. So what counts as giving it is as cautious as what counts as granting.
 */
const withContentOf = (stored: RoleRules | null, client: string): Access =>
  accessFor(
    compileRoles(
      [
        { role_reference: 'everything else', permissions: everythingElse },
        ...(stored ? [{ ...stored, permissions: contentPermissions(stored, client) }] : []),
      ],
      { client },
    ),
    { address: '0.0.0.0' },
  )

/** What a role allows and denies of content alone. */
const contentPermissions = (role: RoleRules, client: string): Permission[] => {
  const compiled = compileRoles([role], { client }).permissions
  return contentActions.flatMap((action) =>
    compiled.flatMap((permission) => {
      const written = role.permissions[permission.permission_index]
      return written && coversAction(permission, action, client)
        ? { ...written, actions_matching: action, is_regex: false }
        : []
    }),
  )
}

/** The first access to content that a role gives, or null if it gives none. */
export const contentGivenBy = (role: RoleRules, client: string): GrantProblem | null =>
  grantProblem(withContentOf(null, client), role)

/**
 * The first access to content that a change of a role adds, or null if it adds none. Removing a denial adds what it denied.
 * @param stored null if the role is new
 */
export const contentAddedBy = (stored: RoleRules | null, changed: RoleRules, client: string): ChangeProblem | null => {
  // The role counts as usable from everywhere if its ranges stay, because the comparison has one address.
  const isFromSame = stored !== null && JSON.stringify(stored.cidr_ranges) === JSON.stringify(changed.cidr_ranges)
  const known = isFromSame ? { ...stored, cidr_ranges: null } : stored
  return changeProblem(withContentOf(known, client), stored, changed)
}
