import { type Access, accessFor, type CompiledRoles, compileRoles, differingAddresses } from '@holdfast/access'
import type { RoleRules } from '@holdfast/contract'

/** The roles that people have, and what limits them. */
export interface HeldRoles {
  readonly client: string
  readonly rules: readonly RoleRules[]
  readonly account_cidr_ranges: readonly string[] | null
}

export interface AccessFromSomewhere {
  readonly address: string
  readonly access: Access
}

/** What roles allow from everywhere: one address for every different access that they give, the first of `preferred` first. */
export const accessesFromEverywhere = (
  { client, rules, account_cidr_ranges }: HeldRoles,
  preferred: readonly string[] = [],
): { compiled: CompiledRoles; accesses: AccessFromSomewhere[] } => {
  const compiled = compileRoles(rules, { client })
  const ranges = [...rules.flatMap(({ cidr_ranges }) => cidr_ranges ?? []), ...(account_cidr_ranges ?? [])]
  const byAccess = new Map<Access, AccessFromSomewhere>()
  for (const address of [...preferred, ...differingAddresses(ranges)]) {
    const access = accessFor(compiled, { address, account_cidr_ranges })
    if (!byAccess.has(access)) byAccess.set(access, { address, access })
  }
  return { compiled, accesses: [...byAccess.values()] }
}
