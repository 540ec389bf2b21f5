import { type Static, Type } from 'typebox'
import { Action } from './actions.ts'
import { GroupReference, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { PayloadType } from './payload-types.ts'

const Count = Type.Integer({ minimum: 0 })

const assignee = {
  kind: Type.Enum(['person', 'visitor', 'app'], { description: "`visitor`: the provider's staff who are let in now" }),
  reference: nullable(UserReference),
}
const changedAction = {
  action: Action,
  payload_types: nullable(Type.Array(PayloadType)),
  group_count: Count,
  groups: Type.Array(GroupReference, { maxItems: 20 }),
}

/** A person or app that can do more after a change of tags than before. */
export const AccessGain = Type.Object({
  ...assignee,
  is_beyond_own: Type.Boolean({ description: 'Some of it the author of the change could not do, and so not grant' }),
  actions: Type.Array(Type.Object({ ...changedAction, is_beyond_own: Type.Boolean() })),
})
export type AccessGain = Static<typeof AccessGain>

export const AccessGains = Type.Object(
  {
    total: Count,
    beyond_own_total: Count,
    assignees: Type.Array(AccessGain, { maxItems: 100 }),
  },
  {
    title: 'AccessGains',
    description:
      'Who gains what by a change of tags. People and apps are named to those who may see roles, groups to those who may see them.',
  },
)
export type AccessGains = Static<typeof AccessGains>

/** A person or app that can do less after a change of tags than before. */
const AccessLoss = Type.Object({ ...assignee, actions: Type.Array(Type.Object(changedAction)) })
export type AccessLoss = Static<typeof AccessLoss>

export const TagImpact = Type.Object(
  {
    ...AccessGains.properties,
    losing: Type.Integer({ minimum: 0, description: 'How many people and apps lose access' }),
    losses: Type.Array(AccessLoss, { maxItems: 100 }),
  },
  {
    title: 'TagImpact',
    description: 'Who gains and who loses what by a change of tags, named as in AccessGains.',
  },
)
export type TagImpact = Static<typeof TagImpact>

/** A change of tags, or a move of a person, that gives others what its author could not grant is saved only with this. */
export const acceptGains = {
  accept_gains: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Saves a change that lets others do what its author could not grant them; without it: access.opens_to_others',
    }),
  ),
}
