import ipaddr from 'ipaddr.js'
import { type Access, accessFor } from './access.ts'
import { parseCidr, representativeAddresses } from './cidr.ts'
import type { CompiledRoles } from './compile.ts'

/** What roles allow from an address, which represents all addresses from which they allow the same. */
export interface AccessFromSomewhere {
  readonly address: string
  readonly access: Access
}

interface Limits {
  readonly account_cidr_ranges?: readonly string[] | null
}

/**
 * Addresses that represent all others: whatever the roles allow from any address, they also allow from one of these. So what is
 * allowed from all of these is allowed from everywhere, and what is allowed from none of them from nowhere.
 */
export const differingAddresses = (
  roleSets: readonly CompiledRoles[],
  { account_cidr_ranges }: Limits = {},
): string[] => {
  const ofRoles = roleSets.flatMap(({ roles }) => roles.flatMap(({ ranges }) => ranges ?? []))
  const ofAccount = (account_cidr_ranges ?? []).flatMap((range) => parseCidr(range) ?? [])
  const addresses = representativeAddresses([...ofRoles, ...ofAccount])
  return [...new Set(addresses.map((address) => ipaddr.fromByteArray([...address]).toString()))]
}

/**
 * Every different access that roles give from some address, each with one such address.
 * @param limits.first an address to begin with; it represents those from which the same is allowed
 */
export const accessesFromEverywhere = (
  roles: CompiledRoles,
  { first, ...limits }: Limits & { readonly first?: string } = {},
): AccessFromSomewhere[] => {
  const byAccess = new Map<Access, AccessFromSomewhere>()
  for (const address of [...(first === undefined ? [] : [first]), ...differingAddresses([roles], limits)]) {
    const access = accessFor(roles, { address, ...limits })
    if (!byAccess.has(access)) byAccess.set(access, { address, access })
  }
  return [...byAccess.values()]
}
