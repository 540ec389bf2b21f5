import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { settingFields } from './entity-fields.ts'
import { PersonalNumber, PublicKey } from './fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { KeyAlgorithm, KeyId } from './public-keys.ts'
import { ServiceName } from './services.ts'
import { Timestamp } from './times.ts'
import { expectedVersion, Version } from './versions.ts'

/** Milliseconds between positions (rules-and-calls section 9), from a second to a day. */
export const minGpsIntervalMs = 1000
export const maxGpsIntervalMs = 86_400_000
const GpsIntervalMs = Type.Integer({
  minimum: minGpsIntervalMs,
  maximum: maxGpsIntervalMs,
  description: 'Milliseconds',
})
export const defaultGpsIntervalMs = 60_000

/** Days without a sign of life after which a device is deactivated. */
export const maxSilentDays = 3650
export const defaultSilentDays = 30
const DeactivateAfterDays = Type.Integer({
  minimum: 1,
  maximum: maxSilentDays,
  description: 'Days that an active device can be silent before it is deactivated',
})

const Limit = Type.Integer({ minimum: 1 })

export const DeviceConfiguration = Type.Object(
  {
    services: Type.Array(ServiceName),
    personal_numbers: Type.Array(PersonalNumber),
    public_key: Type.Object({ key_id: KeyId, algorithm: KeyAlgorithm, public_key: PublicKey }),
    next_sequence: Type.Integer({
      minimum: 0,
      description: 'Follows the highest sequence known; where a handset that lost its counter goes on',
    }),
    gps_interval_ms: GpsIntervalMs,
    server_time: Timestamp,
    upload_limits: Type.Object({
      max_payload_bytes: Limit,
      max_part_bytes: Limit,
      max_inline_bytes: Limit,
      max_batch_items: Limit,
    }),
  },
  { title: 'DeviceConfiguration', description: 'What a device needs to know to record, seal and upload.' },
)
export type DeviceConfiguration = Static<typeof DeviceConfiguration>

export const getDeviceConfiguration = call({
  catalogue: 'device',
  method: 'GET',
  path: '/configuration',
  summary: 'Gives a device its services, personal numbers, current public key and limits.',
  action: 'device',
  response: DeviceConfiguration,
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

export const AccountDeviceConfiguration = Type.Object(
  {
    ...settingFields,
    gps_interval_ms: GpsIntervalMs,
    deactivate_after_days: DeactivateAfterDays,
    version: Version,
  },
  {
    title: 'AccountDeviceConfiguration',
    description: 'What an account sets for all its devices; updated_at is null and version 0 while nobody has set it.',
  },
)
export type AccountDeviceConfiguration = Static<typeof AccountDeviceConfiguration>

const ofAccount = {
  catalogue: 'admin-client',
  path: '/account/device_configuration',
  response: AccountDeviceConfiguration,
  beyondSpecification: true,
} as const

export const getAccountDeviceConfiguration = call({
  ...ofAccount,
  method: 'GET',
  summary: 'Reads what the account sets for all its devices.',
  action: 'account:read',
})

export const putAccountDeviceConfiguration = call({
  ...ofAccount,
  method: 'PUT',
  summary:
    'Sets how often the devices of the account take their position, which they fetch with their configuration, and when silent ones are deactivated.',
  action: 'account:write',
  body: Type.Object(
    {
      ...expectedVersion,
      gps_interval_ms: GpsIntervalMs,
      deactivate_after_days: Type.Optional(DeactivateAfterDays),
    },
    { ...closed, description: 'What portals that were loaded before an update leave out stays as it is.' },
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  audit: 'device_configuration.updated',
  errors: ['edit.conflict'],
})

export const deviceConfigurationCalls = {
  getAccountDeviceConfiguration,
  putAccountDeviceConfiguration,
  getDeviceConfiguration,
}
