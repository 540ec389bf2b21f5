import type { RoleRules } from '@holdfast/contract'

/** The rules of a role that somebody has, and until when they have it. */
export interface HeldRole {
  readonly rules: RoleRules
  /** An instant in ISO 8601; `null` if the role does not end by itself. */
  readonly valid_until: string | null
}

/**
 * The rules by which somebody can grant something until `until`, or for good (`null`): a right can be granted only until
 * the end of what gives it (docs/decisions/0079). Roles that end sooner allow nothing here, but their denials still count,
 * because their holder can't do now what these deny.
 */
export const rulesLasting = (held: readonly HeldRole[], until: string | null): RoleRules[] =>
  held.map(({ rules, valid_until }) =>
    lasts(valid_until, until) ? rules : { ...rules, permissions: rules.permissions.filter(isDenial) },
  )

/** Whether a role that ends at `valid_until` is still there until `until`. */
const lasts = (valid_until: string | null, until: string | null): boolean =>
  valid_until === null || (until !== null && Date.parse(valid_until) >= Date.parse(until))

const isDenial = ({ is_denied }: RoleRules['permissions'][number]): boolean => is_denied === true
