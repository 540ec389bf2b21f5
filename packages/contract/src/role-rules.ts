import { type Static, Type } from 'typebox'
import type { AlertPermission } from './alert-kinds.ts'
import type { PayloadType } from './payload-types.ts'

/**
 * A condition narrows a permission to groups. `names_matching` is matched against the group's reference;
 * `keys_matching` and `values_matching` must match the same tag. At least one property (rules-and-calls section 5).
 */
export const Condition = Type.Object(
  {
    names_matching: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    keys_matching: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    values_matching: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    is_denied: Type.Optional(Type.Boolean()),
    is_regex: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false, minProperties: 1 },
)
export type Condition = Static<typeof Condition>

export const Permission = Type.Object(
  {
    actions_matching: Type.String({ minLength: 1, maxLength: 255 }),
    is_denied: Type.Optional(Type.Boolean()),
    is_regex: Type.Optional(Type.Boolean()),
    conditions: Type.Optional(Type.Array(Condition, { maxItems: 1000 })),
  },
  { additionalProperties: false },
)
export type Permission = Static<typeof Permission>

/** The part of a role that decides access. No `payload_types` or `cidr_ranges` means no restriction. */
export interface RoleRules {
  role_reference: string
  permissions: readonly Permission[]
  payload_types?: readonly PayloadType[] | null
  cidr_ranges?: readonly string[] | null
  /** Which alerts the role may read and change. */
  alert_permissions?: readonly AlertPermission[]
}
