import { type Static, Type } from 'typebox'
import { changeFields } from './entity-fields.ts'
import { DeviceUserReference, GroupReference, PersonalNumber, text, Ulid, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

export const PersonalNumberRecord = Type.Object(
  {
    ...changeFields,
    id: Ulid,
    device_user_reference: DeviceUserReference,
    group: nullable(GroupReference),
    personal_number: PersonalNumber,
    reason: nullable(text(1000)),
    is_active: Type.Boolean(),
    created_at: Timestamp,
    created_by: UserReference,
    deleted_at: nullable(Timestamp),
    deleted_by: nullable(UserReference),
  },
  { title: 'PersonalNumberRecord', description: 'A private number: what is recorded against it never leaves.' },
)
export type PersonalNumberRecord = Static<typeof PersonalNumberRecord>
