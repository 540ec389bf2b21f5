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
const Milliseconds = Type.Integer({ minimum: 1, description: 'Milliseconds' })

/** What the server advises handsets to do; nothing is refused for ignoring it. */
export const deviceAdvice = {
  /** What breaks off is lost, and a megabyte takes a second on a slow mobile network. */
  partBytes: 1024 * 1024,
  timing: {
    answer_timeout_ms: 60_000,
    retry_first_ms: 500,
    retry_longest_ms: 30_000,
    refused_retry_ms: 3_600_000,
    configuration_interval_ms: 900_000,
    commands_interval_ms: 60_000,
    statuses_first_ms: 1000,
    statuses_longest_ms: 300_000,
  },
} as const

const UploadLimits = Type.Object({
  max_payload_bytes: Limit,
  max_part_bytes: Limit,
  part_bytes: Type.Integer({ minimum: 1, description: 'The part size to use' }),
  max_inline_bytes: Limit,
  max_batch_items: Limit,
})

const RequestLimits = Type.Object({
  max_registration_bytes: Limit,
  max_report_bytes: Limit,
  max_other_bytes: Limit,
  max_log_lines: Limit,
  max_positions: Limit,
  max_statuses: Limit,
})

const DeviceTiming = Type.Object({
  answer_timeout_ms: Milliseconds,
  retry_first_ms: Milliseconds,
  retry_longest_ms: Milliseconds,
  refused_retry_ms: Milliseconds,
  configuration_interval_ms: Milliseconds,
  commands_interval_ms: Milliseconds,
  statuses_first_ms: Milliseconds,
  statuses_longest_ms: Milliseconds,
})

export const DeviceConfiguration = Type.Object(
  {
    version: Type.String({
      description: 'Changes with everything here but next_sequence and server_time; ETag is W/"version"',
    }),
    services: Type.Array(ServiceName),
    personal_numbers: Type.Array(PersonalNumber),
    public_key: Type.Object({ key_id: KeyId, algorithm: KeyAlgorithm, public_key: PublicKey }),
    next_sequence: Type.Integer({
      minimum: 0,
      description: 'Follows the highest sequence known; where a handset that lost its counter goes on',
    }),
    gps_interval_ms: GpsIntervalMs,
    server_time: Timestamp,
    upload_limits: UploadLimits,
    request_limits: RequestLimits,
    timing: DeviceTiming,
  },
  { title: 'DeviceConfiguration', description: 'What a device needs to know to record, seal and upload.' },
)
export type DeviceConfiguration = Static<typeof DeviceConfiguration>

/** The limits and times that every device is given, from the limits that the calls themselves have. */
export const deviceLimits: Pick<DeviceConfiguration, 'upload_limits' | 'request_limits' | 'timing'> = {
  upload_limits: {
    max_payload_bytes: limits.maxPayloadBytes,
    max_part_bytes: limits.maxUploadPartBytes,
    part_bytes: deviceAdvice.partBytes,
    max_inline_bytes: limits.maxInlineContentBytes,
    max_batch_items: limits.maxReferencesInBatch,
  },
  request_limits: {
    max_registration_bytes: limits.maxRegistrationBodyBytes,
    max_report_bytes: limits.maxLargeBodyBytes,
    max_other_bytes: limits.maxSmallBodyBytes,
    max_log_lines: limits.maxLogsInRequest,
    max_positions: limits.maxReferencesInBatch,
    max_statuses: limits.maxReferencesInBatch,
  },
  timing: deviceAdvice.timing,
}

/** The ETag of a version of the configuration. It is weak, because next_sequence and server_time do not change it. */
export const configurationETag = (version: string): string => `W/"${version}"`

export const getDeviceConfiguration = call({
  catalogue: 'device',
  method: 'GET',
  path: '/configuration',
  summary: 'Gives a device its services, personal numbers, current public key and limits, unless it has this version.',
  action: 'device',
  requestHeaders: {
    'If-None-Match': { description: 'The ETag of the configuration that the device has', schema: Type.String() },
  },
  response: DeviceConfiguration,
  conditional: true,
  responseHeaders: { ETag: { description: 'The version', schema: Type.String(), statuses: [200, 304] } },
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
