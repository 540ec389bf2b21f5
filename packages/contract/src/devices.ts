import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  DeviceReference,
  DeviceUserReference,
  Email,
  FirstName,
  GroupReference,
  Imei,
  NullablePhoneNumber,
  newReference,
  PhoneNumber,
  reportedText,
  Surname,
  text,
  UserReference,
  writtenText,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { anyOf } from './reference-lists.ts'
import { ServiceName } from './services.ts'
import { DateParameter, Timestamp } from './times.ts'

export const deviceInstallStates = ['NewInstall', 'FactoryReset', 'NoChange', 'NoInstallationId'] as const
export const DeviceInstallState = Type.Enum(deviceInstallStates)
export type DeviceInstallState = Static<typeof DeviceInstallState>

/** Why two handsets may have one serial number: the installation changes again and again, or other IMEIs were reported. */
export const sharedSerialReasons = ['installations', 'imeis'] as const
export const SharedSerialReason = Type.Enum(sharedSerialReasons)
export type SharedSerialReason = Static<typeof SharedSerialReason>

export const DevicePhoneNumber = Type.Object({
  phone_number: NullablePhoneNumber,
  first_verified: nullable(Timestamp),
  last_verified: nullable(Timestamp),
  slot_index: nullable(Type.Integer({ minimum: 0 })),
})

export const DeviceInfo = Type.Object(
  {
    model: reportedText(1),
    os_version: reportedText(1),
    app_version: reportedText(1),
    serial_number: newReference(DeviceReference),
    fcm_token: Type.Optional(nullable(reportedText(1))),
  },
  { ...closed, title: 'DeviceInfo', description: 'What a device says about itself when it authenticates.' },
)
export type DeviceInfo = Static<typeof DeviceInfo>

export const Device = Type.Object(
  {
    device_reference: DeviceReference,
    device_user_reference: nullable(DeviceUserReference),
    group: nullable(GroupReference),
    services: Type.Array(ServiceName),
    imeis: Type.Array(Imei),
    email: nullable(Email),
    first_name: nullable(FirstName),
    surname: nullable(Surname),
    last_seen: nullable(Timestamp),
    is_deactivated: Type.Boolean(),
    deactivation_date: nullable(Timestamp),
    deactivated_by: nullable(UserReference),
    deactivation_reason: nullable(
      Type.String({ description: 'null, as deactivated_by is: it was silent for longer than the account allows' }),
    ),
    is_blocked: Type.Boolean({ description: 'Kept out by a person until they lift it; authentication does not.' }),
    blocked_at: nullable(Timestamp),
    blocked_by: nullable(UserReference),
    blocked_reason: nullable(Type.String()),
    activated_at: nullable(Timestamp),
    is_legacy: Type.Boolean(),
    legacy_phone_number: NullablePhoneNumber,
    phone_numbers: Type.Array(DevicePhoneNumber),
    shared_numbers: Type.Optional(
      Type.Array(
        Type.Object({ phone_number: PhoneNumber, device_references: Type.Array(DeviceReference, { maxItems: 20 }) }),
        {
          description:
            'In reads: numbers that this device and other active ones report. Devices that the caller may not see are left out',
        },
      ),
    ),
    model: nullable(Type.String()),
    os_version: nullable(Type.String()),
    app_version: nullable(Type.String()),
    serial_number: nullable(Type.String()),
    fcm_token: nullable(Type.String()),
    installation_id: nullable(Type.String()),
    install_state: nullable(DeviceInstallState),
    shared_serial_since: nullable({
      ...Timestamp,
      description: 'Two handsets may share this serial number; null once somebody dismisses it',
    }),
    shared_serial_reason: nullable(SharedSerialReason),
    removed_at: nullable({
      ...Timestamp,
      description: 'A removed device is in no list; it is new when it authenticates again',
    }),
    removed_by: nullable(UserReference),
    ...changeFields,
  },
  { title: 'Device', description: 'A managed handset.' },
)
export type Device = Static<typeof Device>

const Version = text(255, 1)
const otherThan = (what: string) =>
  Type.Optional(
    Type.Array(Version, {
      minItems: 1,
      maxItems: limits.maxReferencesInBatch,
      description: `Devices that reported another ${what} version than these`,
    }),
  )

const deviceFilter = {
  groups: anyOf(GroupReference),
  services: anyOf(ServiceName),
  phone_numbers: anyOf(PhoneNumber),
  is_deactivated: Type.Optional(Type.Boolean()),
  is_blocked: Type.Optional(Type.Boolean()),
  is_legacy: Type.Optional(Type.Boolean()),
  is_serial_shared: Type.Optional(Type.Boolean()),
  is_pending: Type.Optional(
    Type.Boolean({ description: 'true: added, not deactivated, and has not authenticated yet; false: the others' }),
  ),
  is_removed: Type.Optional(Type.Boolean({ default: false })),
  active_only: Type.Optional(Type.Boolean({ default: false })),
  silent_since: Type.Optional({
    ...DateParameter,
    description: 'Active devices that are not blocked and have not been heard of since',
  }),
  app_versions: anyOf(Version),
  os_versions: anyOf(Version),
  other_app_versions: otherThan('app'),
  other_os_versions: otherThan('Android'),
}

export const DeviceParams = Type.Object({ device_reference: DeviceReference }, closed)

export const listDevices = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/devices',
  summary: 'Lists devices by reference.',
  action: 'devices:read',
  query: listQuery({
    ...deviceFilter,
    device_references: anyOf(DeviceReference),
    device_user_references: anyOf(DeviceUserReference),
    search: Type.Optional(text(255, 1)),
  }),
  response: listOf(Device),
  errors: ['list.bad_last_key'],
})

export const getDevice = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/devices/{device_reference}',
  summary: 'Reads one device.',
  action: 'devices:read',
  params: DeviceParams,
  response: Device,
  errors: ['request.not_found'],
})

export const putDevice = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/devices/{device_reference}',
  summary:
    'Adds a device for a person before it authenticates. It is pending until then, and can be given to another person.',
  action: 'devices:add',
  params: Type.Object({ device_reference: newReference(DeviceReference) }, closed),
  body: Type.Object({ device_user_reference: DeviceUserReference }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Device,
  audit: 'device.added',
  errors: ['device.exists', 'device_user.unknown'],
  beyondSpecification: true,
})

const block = {
  catalogue: 'admin-client',
  path: '/devices/{device_reference}/block',
  action: 'devices:deactivate',
  params: DeviceParams,
  response: Device,
  beyondSpecification: true,
} as const

export const blockDevice = call({
  ...block,
  method: 'PUT',
  summary: 'Keeps a device out until the block is lifted: it can neither authenticate nor make any other call.',
  body: Type.Object({ reason: writtenText(1000) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  audit: 'device.blocked',
  errors: ['request.not_found'],
})

export const unblockDevice = call({
  ...block,
  method: 'DELETE',
  summary: 'Lifts the block of a device, which can authenticate again.',
  audit: 'device.unblocked',
  errors: ['request.not_found', 'device.not_blocked'],
})

export const deactivateDevice = call({
  catalogue: 'admin-client',
  method: 'PUT',
  path: '/devices/{device_reference}/deactivation',
  summary:
    'Deactivates a device that is no longer in use. Its token ends; it is active again when it next authenticates.',
  action: 'devices:deactivate',
  params: DeviceParams,
  body: Type.Object({ reason: writtenText(1000) }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Device,
  audit: 'device.deactivated',
  errors: ['request.not_found', 'device.is_deactivated', 'device.is_removed'],
  beyondSpecification: true,
})

export const deleteDevice = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/devices/{device_reference}',
  summary:
    'Removes a device from the lists. Its token ends, its commands fail, and what it registered and did not upload is lost. Its recordings and its history stay.',
  action: 'devices:delete',
  params: DeviceParams,
  query: Type.Object(
    {
      updated_at: Type.Optional({
        ...Timestamp,
        description:
          'That of the device as it was read: if it has changed since, for example by authenticating, nothing is removed',
      }),
    },
    closed,
  ),
  response: Device,
  audit: 'device.removed',
  errors: ['request.not_found', 'edit.conflict', 'device.is_removed'],
})

export const dismissSharedSerial = call({
  catalogue: 'admin-client',
  method: 'DELETE',
  path: '/devices/{device_reference}/shared_serial',
  summary: 'Dismisses that two handsets may share the serial number of a device.',
  action: 'devices:deactivate',
  params: DeviceParams,
  response: Device,
  audit: 'device.shared_serial_dismissed',
  errors: ['request.not_found', 'device.serial_not_shared'],
  beyondSpecification: true,
})

export const listDeviceUserDevices = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/users/{device_user_reference}/devices',
  summary: 'Lists the devices of one device user.',
  action: 'devices:read',
  params: Type.Object({ device_user_reference: DeviceUserReference }, closed),
  query: listQuery(deviceFilter),
  response: listOf(Device),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const deviceCalls = {
  listDevices,
  getDevice,
  putDevice,
  blockDevice,
  unblockDevice,
  deactivateDevice,
  deleteDevice,
  dismissSharedSerial,
  listDeviceUserDevices,
}
