import type { IdentityPerson } from './stores.ts'

/** The claims of an id token besides the protocol's own (docs/decisions/0001, 'Identity and session'). */
export const claimsByScope = {
  openid: ['sub', 'holdfast_client', 'roles', 'user_group'],
  email: ['email'],
  profile: ['name'],
} as const

export const grantedScope = Object.keys(claimsByScope).join(' ')

/** Roles and group are omitted when the identity does not name them, so that the account's defaults apply. */
export const claimsOf = (
  person: IdentityPerson,
  client: string,
): { sub: string; [claim: string]: string | string[] } => ({
  sub: person.user_reference,
  holdfast_client: client,
  email: person.email,
  name: person.name,
  ...(person.roles === null ? {} : { roles: person.roles }),
  ...(person.user_group === null ? {} : { user_group: person.user_group }),
})
