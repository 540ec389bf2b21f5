import { internalSystemRoles, systemRoles } from './system-roles.ts'

/** Letters and digits that pass for another letter in most typefaces (Unicode TR 39, as far as role names can hold them). */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1i!]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
]

/** What is left to see of a role's name at a glance: neither its case nor its spacing and punctuation. */
const glanceAt = (role_reference: string): string =>
  lookalikes
    .reduce((name, [pattern, letter]) => name.replace(pattern, letter), role_reference.toLowerCase())
    .replace(/[^a-z0-9]/g, '')

const systemNames = new Map(
  [...internalSystemRoles, ...systemRoles].map(({ role_reference }) => [glanceAt(role_reference), role_reference]),
)

/** The system role, of a customer's account or of the provider's, for which a name could be taken; null for none. */
export const systemRoleLike = (role_reference: string): string | null =>
  systemNames.get(glanceAt(role_reference)) ?? null
