import { type Static, Type } from 'typebox'
import { changeFields } from './entity-fields.ts'
import { DeviceUserReference, UserReference } from './fields.ts'
import { closed } from './nullable.ts'
import { Timestamp } from './times.ts'

export const legalHoldTargetTypes = ['PortalUser', 'DeviceUser'] as const
export const LegalHoldTargetType = Type.Enum(legalHoldTargetTypes)

export const LegalHoldTarget = Type.Object(
  { target: Type.Union([DeviceUserReference, UserReference]), target_type: LegalHoldTargetType },
  closed,
)
export type LegalHoldTarget = Static<typeof LegalHoldTarget>

export const LegalHold = Type.Object(
  {
    ...LegalHoldTarget.properties,
    is_active: Type.Boolean({ description: 'False once released: a logical deletion' }),
    created_at: Timestamp,
    ...changeFields,
  },
  { title: 'LegalHold', description: 'Keeps everything of a person from being deleted or destroyed.' },
)
export type LegalHold = Static<typeof LegalHold>
