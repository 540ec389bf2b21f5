import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { DeviceReference, DeviceUserReference, GroupReference, RoleReference, text, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { anyOf } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'

const activity = {
  ...accountFields,
  log_id: Type.String(),
  activity_time: Timestamp,
  activity_end_time: nullable(Timestamp),
  duration: nullable(Type.Number({ minimum: 0, description: 'Milliseconds' })),
  group: nullable(GroupReference),
  action: Type.String({ description: 'The call, e.g. GET /payloads/{payload_reference}' }),
  is_allowed: Type.Boolean({
    description: 'false: refused for want of access, or what it named is not there for the caller (401, 403, 404)',
  }),
  denial_reason: nullable(Type.String({ description: 'Code of the refusal or error; null: the call was carried out' })),
  parameters: Type.Record(Type.String(), Type.Unknown()),
  status_code: nullable(Type.Integer({ minimum: 100, maximum: 599 })),
}

export const UserActivity = Type.Object(
  {
    ...activity,
    user_id: nullable(Type.String()),
    roles: Type.Array(RoleReference),
    user_ip: nullable(Type.String()),
    browser: nullable(Type.String()),
    is_client_app: Type.Boolean(),
    support_reference: nullable(Type.String({ description: 'The support request under which staff acted' })),
  },
  { title: 'UserActivity', description: 'One call of a person or client app, refused ones too.' },
)
export type UserActivity = Static<typeof UserActivity>

export const DeviceActivity = Type.Object(
  {
    ...activity,
    device_ip: nullable(Type.String()),
    device_reference: nullable(DeviceReference),
    device_user_reference: nullable(DeviceUserReference),
  },
  { title: 'DeviceActivity', description: 'One call of a device, refused ones too.' },
)
export type DeviceActivity = Static<typeof DeviceActivity>

const activityFilter = {
  date_from: Type.Optional(DateParameter),
  date_to: Type.Optional(DateParameter),
  groups: anyOf(GroupReference),
  action: Type.Optional(text(255, 1)),
  is_allowed: Type.Optional(Type.Boolean()),
}

export const listActivities = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/activities',
  summary: 'Lists what people and client apps did or tried, newest first.',
  action: 'audit:read',
  query: listQuery({
    ...activityFilter,
    user_id: Type.Optional(UserReference),
    is_client_app: Type.Optional(Type.Boolean()),
  }),
  response: listOf(UserActivity),
  errors: ['list.bad_last_key'],
})

export const listDeviceActivities = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/device_activities',
  summary: 'Lists what devices did or tried, newest first.',
  action: 'audit:read',
  query: listQuery({
    ...activityFilter,
    device_references: anyOf(DeviceReference),
    device_user_references: anyOf(DeviceUserReference),
  }),
  response: listOf(DeviceActivity),
  errors: ['list.bad_last_key'],
})

export const activityCalls = { listActivities, listDeviceActivities }
