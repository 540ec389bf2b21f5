import ipaddr from 'ipaddr.js'
import { type Access, accessFor } from './access.ts'
import { everyPlace, parseCidr } from './cidr.ts'
import type { CompiledRoles } from './compile.ts'

/** What roles allow from an address, and from all those from which they allow the same. */
export interface AccessFromSomewhere {
  readonly address: string
  readonly access: Access
}

interface Limits {
  readonly account_cidr_ranges?: readonly string[] | null
}

/**
 * Addresses that stand for all others: what roles allow from any address, they allow from one of these. What holds from all
 * of them holds from everywhere, what holds from none of them holds from nowhere.
 */
export const differingAddresses = (
  roleSets: readonly CompiledRoles[],
  { account_cidr_ranges }: Limits = {},
): string[] => {
  const ofRoles = roleSets.flatMap(({ roles }) => roles.flatMap(({ ranges }) => ranges ?? []))
  const ofAccount = (account_cidr_ranges ?? []).flatMap((range) => parseCidr(range) ?? [])
  const places = everyPlace([...ofRoles, ...ofAccount])
  return [...new Set(places.map((address) => ipaddr.fromByteArray([...address]).toString()))]
}

/**
 * Every different access that roles give from some address, each with one address.
 * @param limits.first an address that stands for all from which the same is allowed; its access is the first
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
