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
import { limitsOfVisits, mayVisitFrom, type RunningVisit, type StaffRoles } from '../../platform/authorization/index.ts'

/** The roles that people have, and what limits them. */
export interface HeldRoles {
  readonly client: string
  readonly rules: readonly RoleRules[]
  /** What is denied beside what the roles say. */
  readonly limits: readonly RoleRules[]
  readonly account_cidr_ranges: readonly string[] | null
  /** Of visiting staff: what they may do in the provider's own account, which has to let them visit. */
  readonly staff: StaffRoles | null
}

export const ofNoVisit = { limits: [], staff: null } as const

/** The rules of those of `roles` that exist. */
export const rulesIn = (rules: ReadonlyMap<string, RoleRules>, roles: readonly string[]): RoleRules[] =>
  roles.flatMap((role) => rules.get(role) ?? [])

/** What visiting staff hold: each of their approved roles on its own, since every call is made in one. */
export const heldInVisit = (
  { roles, staff }: RunningVisit,
  rules: ReadonlyMap<string, RoleRules>,
  account: Pick<HeldRoles, 'client' | 'account_cidr_ranges'>,
): HeldRoles[] => roles.map((role) => ({ ...account, rules: rulesIn(rules, [role]), limits: limitsOfVisits, staff }))

export const compiledOf = ({ rules, limits, client }: HeldRoles): CompiledRoles =>
  compileRoles([...rules, ...limits], { client })

/** Whether they come into the account from an address at all. */
export const isAdmitted = ({ account_cidr_ranges, staff }: HeldRoles, address: string): boolean =>
  isAddressAdmitted({ address, account_cidr_ranges }) && (staff === null || mayVisitFrom(staff, address))

/**
 * What they may do from every address that makes a difference; from where they are not admitted, nothing.
 * @param compiled what `held` is compiled to
 * @param first an address whose access is the first
 */
export const accessesOf = (held: HeldRoles, compiled: CompiledRoles, first?: string): AccessFromSomewhere[] => {
  const { client, account_cidr_ranges, staff } = held
  const from = first === undefined ? {} : { first }
  if (staff === null) return accessesFromEverywhere(compiled, { account_cidr_ranges, ...from })
  const nothing = compileRoles([], { client })
  const ranges = [...(account_cidr_ranges ?? []), ...(staff.account_cidr_ranges ?? [])]
  const differing = differingAddresses([compiled, staff.compiled], { account_cidr_ranges: ranges })
  return [...(first === undefined ? [] : [first]), ...differing].map((address) => ({
    address,
    access: accessFor(isAdmitted(held, address) ? compiled : nothing, { address, account_cidr_ranges }),
  }))
}
