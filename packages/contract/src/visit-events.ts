import { type Static, Type } from 'typebox'
import { auditEvents } from './audit-events.ts'
import { nullable } from './nullable.ts'
import { Permission } from './role-rules.ts'

/** Fields of roles, groups, tags and account defaults whose changes are shown. The rest of a change stays on the trail. */
export const visitFields = [
  'permissions',
  'payload_types',
  'cidr_ranges',
  'alert_permissions',
  'is_alertable',
  'description',
  'test_cases',
  'tags',
  'tag_values',
  'is_required',
  'default_value',
  'role',
  'user_group',
] as const
export type VisitField = (typeof visitFields)[number]

/** How many values of a field are shown before and after, and how long a text may be. */
export const visitLimits = { values: 20, characters: 255 } as const

/** A longer text is truncated and ends in an ellipsis. */
const VisitValue = Type.Union([Type.String({ maxLength: visitLimits.characters + 1 }), Permission])
export type VisitValue = Static<typeof VisitValue>

const side = (description: string) => nullable(Type.Array(VisitValue, { maxItems: visitLimits.values, description }))

export const VisitChange = Type.Object(
  {
    field: Type.Enum(visitFields),
    before: side('Of a list what is no more; null: it was not set'),
    after: side('Of a list what is new; null: it is not set'),
    left_off: Type.Integer({ minimum: 0, description: 'How many values of both sides are not told' }),
  },
  { title: 'VisitChange', description: 'What became of one field.' },
)
export type VisitChange = Static<typeof VisitChange>

export const VisitEvent = Type.Object(
  {
    event: Type.Enum(auditEvents),
    reference: nullable(Type.String({ description: 'What it was about, e.g. the role_reference' })),
    changes: Type.Array(VisitChange),
  },
  { title: 'VisitEvent', description: 'What a call changed or handed out.' },
)
export type VisitEvent = Static<typeof VisitEvent>
