import { type Static, Type } from 'typebox'
import { Action } from './actions.ts'
import { ClientAppReference, GroupReference, RoleReference, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'

const Count = Type.Integer({ minimum: 0 })

/** An action that somebody gains or loses, and where. */
export const AccessDifference = Type.Object({
  action: Action,
  payload_types: nullable(Type.Array(PayloadType)),
  group_count: Count,
  groups: Type.Array(GroupReference, { maxItems: 20 }),
  without_group: Type.Boolean({ description: 'Also for what has no group, or for the account as a whole' }),
})
export type AccessDifference = Static<typeof AccessDifference>

const AssigneeImpact = Type.Object({
  kind: Type.Enum(['person', 'app']),
  reference: Type.Union([UserReference, ClientAppReference]),
  gained: Type.Array(AccessDifference),
  lost: Type.Array(AccessDifference),
})
export type AssigneeImpact = Static<typeof AssigneeImpact>

export const AccessImpact = Type.Object(
  {
    /** The first action of the roles that the caller could not grant. */
    exceeds_own: nullable(
      Type.Object({
        role: RoleReference,
        action: Action,
        message: Type.String(),
        ends_sooner: Type.Boolean({
          description: 'The caller can do it for a time only, and so not grant it beyond that',
        }),
      }),
    ),
    group_total: Type.Integer({
      minimum: 0,
      description: 'The groups that the caller may see; others are not counted',
    }),
    total: Type.Integer({ minimum: 0, description: 'Everybody whom the change concerns' }),
    gaining: Count,
    losing: Count,
    changes: Type.Array(AssigneeImpact, { maxItems: 100 }),
  },
  {
    title: 'AccessImpact',
    description: 'Who would gain and lose what by other roles, from at least one address.',
  },
)
export type AccessImpact = Static<typeof AccessImpact>
