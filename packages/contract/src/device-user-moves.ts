/** Moving device users to another group, which gives others access to what they record from then on. */
import { type Static, Type } from 'typebox'
import { Action } from './actions.ts'
import { call } from './call.ts'
import { DeviceUserReference, GroupReference, UserReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'

const Count = Type.Integer({ minimum: 0 })

/** An action on what a person records that somebody gains or loses. */
const MoveDifference = Type.Object({ action: Action, payload_types: nullable(Type.Array(PayloadType)) })
export type MoveDifference = Static<typeof MoveDifference>

const MoveAssignee = Type.Object({
  kind: Type.Enum(['person', 'visitor', 'app'], { description: "`visitor`: the provider's staff who are let in now" }),
  reference: nullable(UserReference),
  is_beyond_own: Type.Boolean({
    description: 'Gains something that the author of the move could not do, and so not grant',
  }),
  gained: Type.Array(MoveDifference),
  lost: Type.Array(MoveDifference),
})
export type MoveAssignee = Static<typeof MoveAssignee>

export const MoveImpact = Type.Object(
  {
    moving: Type.Integer({
      minimum: 0,
      description: 'How many of the people would move; others are in the group already',
    }),
    exceeds_own: nullable(
      Type.Object(
        { action: Action, payload_type: nullable(PayloadType), message: Type.String() },
        { description: 'The first thing that the caller would gain by the move, who therefore cannot make it' },
      ),
    ),
    has_approver: nullable(
      Type.Boolean({
        description:
          'Whether somebody else who has signed in could approve the move if it was handed over; null: nobody gains anything by it',
      }),
    ),
    gaining: Count,
    losing: Count,
    beyond_own_total: Count,
    assignees: Type.Array(MoveAssignee, { maxItems: 100 }),
  },
  {
    title: 'MoveImpact',
    description:
      'Who gains and loses what by a move of device users to another group. People and apps are named to those who may see roles.',
  },
)
export type MoveImpact = Static<typeof MoveImpact>

export const previewDeviceUserMove = call({
  catalogue: 'admin-client',
  method: 'POST',
  path: '/device_user_moves/preview',
  summary: 'Tells who would gain and lose what if these device users were in another group; changes nothing.',
  action: 'device_users:write',
  body: Type.Object(
    {
      device_user_references: Type.Array(DeviceUserReference, {
        minItems: 1,
        maxItems: limits.maxReferencesInBatch,
        uniqueItems: true,
      }),
      group: GroupReference,
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: MoveImpact,
  errors: ['request.not_found', 'group.unknown'],
  beyondSpecification: true,
})

export const deviceUserMoveCalls = { previewDeviceUserMove }
