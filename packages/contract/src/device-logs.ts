import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceParams } from './devices.ts'
import { LogMessage, PayloadReference, reportedText, text, UUIDTimestamp } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, sortedListQuery } from './pages.ts'
import { receivedItems } from './received-items.ts'
import { anyOf } from './reference-lists.ts'
import {
  deviceFilter,
  groupFilter,
  HolderParams,
  holderFilter,
  maxListedReportCharacters,
  periodFilter,
  reportFields,
} from './report-lists.ts'
import { Timestamp } from './times.ts'

export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export const LogLevel = Type.Enum(logLevels)
export type LogLevel = Static<typeof LogLevel>

export const DeviceLog = Type.Object(
  {
    log_id: UUIDTimestamp,
    log_class: reportedText(),
    log_level: LogLevel,
    log_datetime: Timestamp,
    local_timezone: reportedText(),
    payload_reference: nullable(PayloadReference),
    log_message: LogMessage,
  },
  { ...closed, title: 'DeviceLog', description: 'One line that a device logged.' },
)
export type DeviceLog = Static<typeof DeviceLog>

const storedFields = {
  ...DeviceLog.properties,
  local_timezone: nullable(DeviceLog.properties.local_timezone),
  ...reportFields,
}

/** A line can be as long as a request. Lists and exports have its beginning. */
export const maxListedMessageCharacters = 10_000

export const ListedDeviceLog = Type.Object(
  {
    ...storedFields,
    is_shortened: Type.Boolean({
      description: `The message is longer than ${maxListedMessageCharacters} characters; GET /device_logs/{log_id} has all of it`,
    }),
  },
  {
    title: 'ListedDeviceLog',
    description: 'A log line in a list. Its class and time zone are cut after 255 characters.',
  },
)
export type ListedDeviceLog = Static<typeof ListedDeviceLog>

export const StoredDeviceLog = Type.Object(storedFields, {
  title: 'StoredDeviceLog',
  description: 'A log line as it was received.',
})
export type StoredDeviceLog = Static<typeof StoredDeviceLog>

/** At least one log (rules-and-calls section 5). */
export const DeviceLogRequest = Type.Object(
  { logs: Type.Array(DeviceLog, { minItems: 1, maxItems: limits.maxLogsInRequest }) },
  closed,
)

export const receiveDeviceLogs = call({
  catalogue: 'device',
  method: 'POST',
  path: '/logs',
  summary: 'Takes log lines of a device; those with a known log_id are left as they are.',
  action: 'device',
  body: DeviceLogRequest,
  maxBodyBytes: limits.maxLargeBodyBytes,
  itemByItem: 'logs',
  response: receivedItems('Lines'),
  audit: 'device_logs.received',
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

const logFilter = {
  ...groupFilter,
  ...periodFilter,
  log_levels: anyOf(LogLevel),
  log_classes: anyOf(text(maxListedReportCharacters, 1)),
  payload_references: anyOf(PayloadReference),
  search: Type.Optional({ ...text(maxListedReportCharacters, 1), description: 'Any part of the message' }),
}

const ofLogs = {
  catalogue: 'client',
  method: 'GET',
  action: 'logs:read',
  response: listOf(ListedDeviceLog),
  errors: ['list.bad_last_key'],
} as const

export const listDeviceLogs = call({
  ...ofLogs,
  path: '/device_logs',
  summary: 'Lists log lines of devices in the groups that the caller may see, by the time at which they were written.',
  query: sortedListQuery({ ...logFilter, ...deviceFilter, ...holderFilter }),
})

export const listLogsOfDevice = call({
  ...ofLogs,
  path: '/devices/{device_reference}/logs',
  summary: 'Lists the log lines of one device, whoever held it, by time.',
  params: DeviceParams,
  query: sortedListQuery({ ...logFilter, ...holderFilter }),
})

export const listLogsOfDeviceUser = call({
  ...ofLogs,
  path: '/users/{device_user_reference}/logs',
  summary: 'Lists the log lines of devices while one person held them, by time.',
  params: HolderParams,
  query: sortedListQuery({ ...logFilter, ...deviceFilter }),
})

export const getDeviceLog = call({
  catalogue: 'client',
  method: 'GET',
  path: '/device_logs/{log_id}',
  summary: 'Reads one log line with all of its message.',
  action: 'logs:read',
  params: Type.Object({ log_id: text(limits.maxKeyCharacters, 1) }, closed),
  response: StoredDeviceLog,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const deviceLogCalls = {
  receiveDeviceLogs,
  listDeviceLogs,
  listLogsOfDevice,
  listLogsOfDeviceUser,
  getDeviceLog,
}
