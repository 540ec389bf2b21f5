import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import { DeviceUserReference, Email, ExpectedDeviceCount, FirstName, GroupReference, Surname, text } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { ServiceName } from './services.ts'
import { Timestamp } from './times.ts'

export const DeviceUser = Type.Object(
  {
    device_user_reference: DeviceUserReference,
    group: nullable(GroupReference),
    services: Type.Array(ServiceName),
    expected_device_count: ExpectedDeviceCount,
    email: nullable(Email),
    first_name: nullable(FirstName),
    surname: nullable(Surname),
    is_active: Type.Boolean(),
    onboard_date: nullable(Timestamp),
    offboard_date: nullable(Timestamp),
    is_legacy: Type.Boolean(),
    ...changeFields,
  },
  { title: 'DeviceUser', description: 'A person who carries managed devices.' },
)
export type DeviceUser = Static<typeof DeviceUser>

export const DeviceUserParams = Type.Object({ device_user_reference: DeviceUserReference }, closed)

export const listDeviceUsers = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/users',
  summary: 'Lists device users by reference.',
  action: 'device_users:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    device_user_references: anyOf(DeviceUserReference),
    services: anyOf(ServiceName),
    search: Type.Optional(text(255, 1)),
    is_active: Type.Optional(Type.Boolean()),
    is_legacy: Type.Optional(Type.Boolean()),
    active_only: Type.Optional(Type.Boolean({ default: false })),
  }),
  requestHeaders: portalReadHeaders,
  response: listOf(DeviceUser),
  errors: ['list.bad_last_key'],
})

export const getDeviceUser = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/users/{device_user_reference}',
  summary: 'Reads one device user.',
  action: 'device_users:read',
  params: DeviceUserParams,
  response: DeviceUser,
  errors: ['request.not_found'],
})

export const deviceUserCalls = { listDeviceUsers, getDeviceUser }
