import { type Static, Type } from 'typebox'
import { acceptGains } from './access-gains.ts'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceUserReference,
  Email,
  ExpectedDeviceCount,
  FirstName,
  GroupReference,
  newReference,
  Surname,
  text,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { DeviceServices, ServiceName } from './services.ts'
import { Timestamp } from './times.ts'
import { ExpectedVersionQuery, expectedVersion, Version } from './versions.ts'

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
    version: Version,
  },
  { title: 'DeviceUser', description: 'A person who carries managed devices.' },
)
export type DeviceUser = Static<typeof DeviceUser>

/** What people say of a device user. */
export const deviceUserFields = {
  group: GroupReference,
  services: DeviceServices,
  expected_device_count: Type.Optional(ExpectedDeviceCount),
  email: Email,
  first_name: FirstName,
  surname: Surname,
}

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
    has_fewer_devices: Type.Optional(
      Type.Boolean({ description: 'true: active people who have fewer active devices than expected' }),
    ),
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

const write = {
  catalogue: 'admin-client',
  path: '/users/{device_user_reference}',
  action: 'device_users:write',
  response: DeviceUser,
} as const

/** What a group can be wrong with: it is not there, or the move to it gives access that its author may not give alone. */
const groupErrors = [
  'group.unknown',
  'access.exceeds_own',
  'access.ends_sooner',
  'access.opens_to_others',
  'access.ends_sooner',
  'access.needs_second_person',
] as const

export const onboardDeviceUser = call({
  ...write,
  method: 'POST',
  summary:
    'Onboards a person, whose devices can then authenticate, or brings back one who was offboarded. With version 0, only adds a new one.',
  params: Type.Object({ device_user_reference: newReference(DeviceUserReference) }, closed),
  query: Type.Object(acceptGains, closed),
  body: Type.Object({ ...expectedVersion, ...deviceUserFields }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  audit: 'device_user.onboarded',
  errors: ['device_user.exists', 'edit.conflict', 'licence.exhausted', ...groupErrors],
})

export const putDeviceUser = call({
  ...write,
  method: 'PUT',
  summary:
    'Changes a device user. Their devices follow: what they record from now on belongs to the group of the person.',
  params: DeviceUserParams,
  query: Type.Object(acceptGains, closed),
  body: Type.Object({ ...expectedVersion, ...deviceUserFields }, closed),
  maxBodyBytes: limits.maxFormBodyBytes,
  audit: 'device_user.updated',
  errors: ['request.not_found', 'edit.conflict', 'licence.exhausted', ...groupErrors],
})

export const offboardDeviceUser = call({
  ...write,
  method: 'DELETE',
  summary:
    'Offboards a device user: their devices are told to record nothing more, and cannot authenticate again. Nothing is deleted.',
  params: DeviceUserParams,
  query: ExpectedVersionQuery,
  audit: 'device_user.offboarded',
  errors: ['request.not_found', 'edit.conflict', 'device_user.is_offboarded'],
})

export const deviceUserCalls = { listDeviceUsers, getDeviceUser, onboardDeviceUser, putDeviceUser, offboardDeviceUser }
