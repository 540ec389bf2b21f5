import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceUserReference,
  GroupReference,
  PersonalNumber,
  PersonalNumberFilter,
  text,
  Ulid,
  UserReference,
  writtenText,
} from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { Timestamp } from './times.ts'

export const maxPersonalNumberReasonCharacters = 1000

export const PersonalNumberRecord = Type.Object(
  {
    ...changeFields,
    id: Ulid,
    device_user_reference: DeviceUserReference,
    group: nullable(GroupReference),
    personal_number: PersonalNumber,
    reason: nullable(text(maxPersonalNumberReasonCharacters)),
    is_active: Type.Boolean(),
    created_at: Timestamp,
    created_by: UserReference,
    deleted_at: nullable(Timestamp),
    deleted_by: nullable(UserReference),
    deleted_reason: nullable(text(maxPersonalNumberReasonCharacters)),
    ...mayField(['remove']),
  },
  {
    title: 'PersonalNumberRecord',
    description:
      'A private number of a device user: what is recorded against it from created_at until deleted_at never leaves. The group is that of the person now.',
  },
)
export type PersonalNumberRecord = Static<typeof PersonalNumberRecord>

/** The same number may be repeated, and may be personal already: the answer says so. */
const PersonalNumbers = Type.Array(PersonalNumber, { minItems: 1, maxItems: limits.maxReferencesInBatch })

const PersonalNumbersBody = Type.Object(
  {
    device_user_reference: DeviceUserReference,
    numbers: PersonalNumbers,
    reason: writtenText(maxPersonalNumberReasonCharacters),
  },
  closed,
)

export const personalNumberResults = ['added', 'removed', 'unchanged'] as const
export const PersonalNumberResult = Type.Enum(personalNumberResults, {
  description:
    'unchanged: the number was personal already, or it was not a personal number to begin with, or it is repeated',
})

export const PersonalNumbersChanged = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        personal_number: PersonalNumber,
        result: PersonalNumberResult,
        record: nullable(PersonalNumberRecord),
      }),
    ),
  },
  { title: 'PersonalNumbersChanged', description: 'What became of each number, in the order of the request.' },
)
export type PersonalNumbersChanged = Static<typeof PersonalNumbersChanged>

/** How far back `previewPersonalNumbers` counts. */
export const personalNumberPreviewDays = 90

export const PersonalNumbersPreview = Type.Object(
  {
    since: Timestamp,
    is_capped: Type.Boolean({
      description: 'true: the person has more recordings than were looked at, the newest ones; there may be more',
    }),
    items: Type.Array(
      Type.Object({
        personal_number: PersonalNumber,
        is_active: Type.Boolean({ description: 'It is a personal number of this person already' }),
        recordings: Type.Integer({ minimum: 0 }),
        last_time: nullable(Timestamp),
      }),
    ),
  },
  {
    title: 'PersonalNumbersPreview',
    description: `How many recordings of the person with each number were made in the last ${personalNumberPreviewDays} days, of those that the caller may see.`,
  },
)
export type PersonalNumbersPreview = Static<typeof PersonalNumbersPreview>

const ofPersonalNumbers = { catalogue: 'client', path: '/personal_numbers' } as const

export const listPersonalNumbers = call({
  ...ofPersonalNumbers,
  method: 'GET',
  summary: 'Lists personal numbers, the newest first, with those that were removed.',
  action: 'personal_numbers:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    device_user_references: anyOf(DeviceUserReference),
    personal_numbers: anyOf(PersonalNumber),
    number: Type.Optional(PersonalNumberFilter),
    is_active: Type.Optional(Type.Boolean()),
  }),
  requestHeaders: portalReadHeaders,
  response: listOf(PersonalNumberRecord),
  errors: ['list.bad_last_key'],
})

const change = {
  ...ofPersonalNumbers,
  action: 'personal_numbers:write',
  body: PersonalNumbersBody,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: PersonalNumbersChanged,
} as const

export const addPersonalNumbers = call({
  ...change,
  method: 'PUT',
  summary: 'Adds personal numbers of a device user: what is recorded with them from now on is personal.',
  audit: 'personal_number.added',
  errors: ['request.not_found', 'personal_number.too_many'],
})

export const removePersonalNumbers = call({
  ...change,
  method: 'DELETE',
  summary:
    'Removes personal numbers of a device user. What was recorded with them until now stays personal, and they stay in the list as inactive.',
  audit: 'personal_number.removed',
  errors: ['request.not_found'],
})

export const previewPersonalNumbers = call({
  catalogue: 'client',
  path: '/personal_numbers/preview',
  method: 'POST',
  summary:
    'Tells how many recordings of a device user were made with numbers lately, before these become personal; changes nothing.',
  action: 'personal_numbers:write',
  requestHeaders: portalReadHeaders,
  body: Type.Object({ device_user_reference: DeviceUserReference, numbers: PersonalNumbers }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: PersonalNumbersPreview,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const personalNumberCalls = {
  listPersonalNumbers,
  addPersonalNumbers,
  removePersonalNumbers,
  previewPersonalNumbers,
}
