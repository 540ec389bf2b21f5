import type { IdentityPerson, UpstreamProvider } from './stores.ts'

/** An identity from the provider that Holdfast can't accept. */
export class UnusableIdentity extends Error {}

/**
 * The person of an upstream id token. `sub` becomes the user reference (3 to 255 characters, rules-and-calls section 5);
 * roles and group come from the claims that the account's configuration names.
 */
export const personOf = (claims: Record<string, unknown>, upstream: UpstreamProvider): IdentityPerson => {
  const { sub, email, name, preferred_username } = claims
  if (typeof sub !== 'string' || sub.length < 3 || sub.length > 255)
    throw new UnusableIdentity('sub is not 3 to 255 characters')
  const shown = [name, preferred_username, email, sub].find((text) => typeof text === 'string' && text !== '')
  return {
    user_reference: sub,
    email: typeof email === 'string' ? email : '',
    name: String(shown),
    password_hash: null,
    upstream_issuer: upstream.issuer,
    roles: upstream.roles_claim === null ? null : textsOf(claimAt(claims, upstream.roles_claim)),
    user_group:
      upstream.user_group_claim === null ? null : (textsOf(claimAt(claims, upstream.user_group_claim))?.[0] ?? null),
    is_active: true,
  }
}

/** A claim by its name, which can be a path into objects: `resource_access.holdfast.roles`. */
const claimAt = (claims: Record<string, unknown>, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** Texts of a claim that is a text or a list; `null` when the claim is absent or something else. */
const textsOf = (claim: unknown): string[] | null => {
  if (typeof claim === 'string') return [claim]
  if (!Array.isArray(claim)) return null
  return claim.filter((item) => typeof item === 'string').slice(0, 100)
}
