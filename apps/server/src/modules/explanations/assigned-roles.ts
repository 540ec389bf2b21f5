import {
  type AccessFromSomewhere,
  accessesFromEverywhere,
  accessFor,
  type CompiledRoles,
  compileRoles,
  differingAddresses,
  isAddressAdmitted,
} from '@holdfast/access'
import type { RoleRules } from '@holdfast/contract'
import { limitsOfVisits, mayVisitFrom, type RunningVisit, type StaffRoles } from '../../core/authorization/index.ts'

/** Roles that somebody has, and what limits them. */
export interface AssignedRoles {
  readonly client: string
  readonly rules: readonly RoleRules[]
  /** Rules that deny actions in addition to the roles. */
  readonly limits: readonly RoleRules[]
  readonly account_cidr_ranges: readonly string[] | null
  /** For visiting staff, their roles in the provider's account, which has to allow the visit; otherwise `null`. */
  readonly staff: StaffRoles | null
}

export const withoutVisit = { limits: [], staff: null } as const

/** The rules of those `roles` that exist. */
export const existingRules = (rules: ReadonlyMap<string, RoleRules>, roles: readonly string[]): RoleRules[] =>
  roles.flatMap((role) => rules.get(role) ?? [])

/** One entry for each approved role of visiting staff, because each call uses one role. */
export const rolesInVisit = (
  { roles, staff }: RunningVisit,
  rules: ReadonlyMap<string, RoleRules>,
  account: Pick<AssignedRoles, 'client' | 'account_cidr_ranges'>,
): AssignedRoles[] =>
  roles.map((role) => ({ ...account, rules: existingRules(rules, [role]), limits: limitsOfVisits, staff }))

export const compiledOf = ({ rules, limits, client }: AssignedRoles): CompiledRoles =>
  compileRoles([...rules, ...limits], { client })

/** Whether the account can be used from an address and, for visiting staff, the provider's account allows a visit from it. */
export const isAdmitted = ({ account_cidr_ranges, staff }: AssignedRoles, address: string): boolean =>
  isAddressAdmitted({ address, account_cidr_ranges }) && (staff === null || mayVisitFrom(staff, address))

/**
 * The access from each address that makes a difference. It is empty from an address that is not admitted.
 * @param compiled the compiled rules of `assigned`
 * @param first an address that is listed first
 */
export const accessesOf = (assigned: AssignedRoles, compiled: CompiledRoles, first?: string): AccessFromSomewhere[] => {
  const { client, account_cidr_ranges, staff } = assigned
  const from = first === undefined ? {} : { first }
  if (staff === null) return accessesFromEverywhere(compiled, { account_cidr_ranges, ...from })
  const nothing = compileRoles([], { client })
  const ranges = [...(account_cidr_ranges ?? []), ...(staff.account_cidr_ranges ?? [])]
  const differing = differingAddresses([compiled, staff.compiled], { account_cidr_ranges: ranges })
  return [...(first === undefined ? [] : [first]), ...differing].map((address) => ({
    address,
    access: accessFor(isAdmitted(assigned, address) ? compiled : nothing, { address, account_cidr_ranges }),
  }))
}
