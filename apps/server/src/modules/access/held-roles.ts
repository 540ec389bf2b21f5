import type { RoleRules } from '@holdfast/contract'

/** The roles that people have, and what limits them. */
export interface HeldRoles {
  readonly client: string
  readonly rules: readonly RoleRules[]
  readonly account_cidr_ranges: readonly string[] | null
}
