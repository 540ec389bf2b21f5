import { internalSystemRoles, systemRoles } from './system-roles.ts'

/** Confusable letters and digits (Unicode TR 39), as far as role names can contain them. */
const confusables: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1i!]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
]

/** Names with the same skeleton look alike. Case, spaces and punctuation don't count. */
const skeletonOf = (role_reference: string): string =>
  confusables
    .reduce((name, [pattern, letter]) => name.replace(pattern, letter), role_reference.toLowerCase())
    .replace(/[^a-z0-9]/g, '')

const systemNames = new Map(
  [...internalSystemRoles, ...systemRoles].map(({ role_reference }) => [skeletonOf(role_reference), role_reference]),
)

/** The system role, of a customer's or the provider's account, that a name could be mistaken for; null if there is none. */
export const systemRoleLike = (role_reference: string): string | null =>
  systemNames.get(skeletonOf(role_reference)) ?? null
