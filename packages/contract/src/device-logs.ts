import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { LogMessage, PayloadReference, reportedText, UUIDTimestamp } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { receivedItems } from './received-items.ts'
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

export const deviceLogCalls = { receiveDeviceLogs }
