/** What people read of the reports of devices (telemetry.ts). */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceParams } from './devices.ts'
import { accountFields } from './entity-fields.ts'
import { ClientIdentifier, DeviceReference, DeviceUserReference, GroupReference, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { anyOf } from './reference-lists.ts'
import { DeviceTelemetry, TelemetryApplication } from './telemetry.ts'
import { DateParameter, Timestamp } from './times.ts'

/** What is wrong with a device, as its report says. docs/decisions/0063 has the thresholds. */
export const telemetryProblems = [
  'rooted',
  'not_device_admin',
  'permission_denied',
  'storage_full',
  'battery_low',
] as const
export const TelemetryProblem = Type.Enum(telemetryProblems)
export type TelemetryProblem = Static<typeof TelemetryProblem>

/** A battery below this level that is not charging is low. */
export const lowBatteryPercent = 15
/** Storage with less free space than this is full. */
export const fullStorageFreePercent = 5

const { applications: _, ...reportedFields } = DeviceTelemetry.properties

export const ReportedTelemetry = Type.Object(
  {
    ...accountFields,
    device_reference: DeviceReference,
    device_user_reference: nullable({
      ...DeviceUserReference,
      description: 'Who has the device now; null if it is in another group by now',
    }),
    group: GroupReference,
    received_at: Timestamp,
    problems: Type.Array(TelemetryProblem),
    application_count: Type.Integer({ minimum: 0 }),
    ...reportedFields,
  },
  {
    title: 'ReportedTelemetry',
    description:
      'A report of a device, with the group of the device when it arrived. Applications, which can be thousands, have a call of their own.',
  },
)
export type ReportedTelemetry = Static<typeof ReportedTelemetry>

export const ClientTelemetry = Type.Object(
  {
    ...accountFields,
    device_reference: DeviceReference,
    received_at: Timestamp,
    problems: Type.Array(TelemetryProblem),
    application_count: Type.Integer({ minimum: 0 }),
    reported_at: reportedFields.reported_at,
    manufacturer: reportedFields.manufacturer,
    model: reportedFields.model,
    os_version: reportedFields.os_version,
    security_patch: reportedFields.security_patch,
    app_version: reportedFields.app_version,
    knox_version: reportedFields.knox_version,
    uptime_ms: reportedFields.uptime_ms,
    is_rooted: reportedFields.is_rooted,
    is_device_admin: reportedFields.is_device_admin,
    battery_level_percent: reportedFields.battery_level_percent,
    battery_charging: reportedFields.battery_charging,
    storage_total: reportedFields.storage_total,
    storage_free: reportedFields.storage_free,
    payloads_pending: reportedFields.payloads_pending,
    permissions_denied: reportedFields.permissions_denied,
  },
  {
    title: 'ClientTelemetry',
    description:
      "The latest report of a customer's device, for the provider's staff: without networks, addresses, numbers and people.",
  },
)
export type ClientTelemetry = Static<typeof ClientTelemetry>

/** How many points `getTelemetrySeries` returns at most, and how many days it reads. */
export const maxTelemetryPoints = 200
export const maxTelemetrySeriesDays = 400

const Figure = nullable(Type.Number())

export const TelemetryPoint = Type.Object({
  at: Timestamp,
  reports: Type.Integer({ minimum: 1, description: 'How many reports the point stands for' }),
  battery_level_percent: Figure,
  storage_free: Figure,
  memory_free: Figure,
  signal_dbm: Figure,
  wifi_signal_dbm: Figure,
  mobile_data: Figure,
  wifi_data: Figure,
  payloads_pending: Figure,
})
export type TelemetryPoint = Static<typeof TelemetryPoint>

export const TelemetrySeries = Type.Object(
  {
    ...accountFields,
    device_reference: DeviceReference,
    from: Timestamp,
    until: Timestamp,
    step_minutes: Type.Integer({ minimum: 1 }),
    storage_total: Figure,
    memory_total: Figure,
    points: Type.Array(TelemetryPoint, { maxItems: maxTelemetryPoints }),
  },
  {
    title: 'TelemetrySeries',
    description:
      'What a device reported over a time, earliest first. A point has the averages of its reports; of data usage and of pending payloads the largest value.',
  },
)
export type TelemetrySeries = Static<typeof TelemetrySeries>

const Version = text(255, 1)

const problemFilter = {
  problems: anyOf(TelemetryProblem),
  has_problems: Type.Optional(Type.Boolean()),
  app_versions: anyOf(Version),
  other_app_versions: Type.Optional(
    Type.Array(Version, {
      minItems: 1,
      maxItems: limits.maxReferencesInBatch,
      description: 'Devices that reported another app version than these',
    }),
  ),
  os_versions: anyOf(Version),
}

const ofDevice = {
  catalogue: 'admin-client',
  method: 'GET',
  action: 'telemetry:read',
  params: DeviceParams,
} as const

export const listTelemetry = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/telemetry',
  summary: 'Lists the latest report of each device, those with the most problems first.',
  action: 'telemetry:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    device_references: anyOf(DeviceReference),
    device_user_references: anyOf(DeviceUserReference),
    ...problemFilter,
  }),
  response: listOf(ReportedTelemetry),
  errors: ['list.bad_last_key'],
})

export const listDeviceTelemetry = call({
  ...ofDevice,
  path: '/devices/{device_reference}/telemetry',
  summary: 'Lists the reports of one device, the newest first.',
  requestHeaders: portalReadHeaders,
  query: listQuery({ date_from: Type.Optional(DateParameter), date_to: Type.Optional(DateParameter) }),
  response: listOf(ReportedTelemetry),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const getTelemetrySeries = call({
  ...ofDevice,
  path: '/devices/{device_reference}/telemetry/series',
  summary: `Reads what a device reported over a time, as up to ${maxTelemetryPoints} points for a graph.`,
  query: Type.Object({ date_from: DateParameter, date_to: Type.Optional(DateParameter) }, closed),
  response: TelemetrySeries,
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const listTelemetryApplications = call({
  ...ofDevice,
  path: '/devices/{device_reference}/telemetry/applications',
  summary: 'Lists the applications of the latest report of a device, by package name.',
  requestHeaders: portalReadHeaders,
  query: listQuery({
    search: Type.Optional(text(255, 1)),
    is_system_app: Type.Optional(Type.Boolean()),
  }),
  response: listOf(TelemetryApplication),
  errors: ['request.not_found', 'list.bad_last_key'],
  beyondSpecification: true,
})

export const listClientsTelemetry = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/telemetry',
  summary: "Lists the latest report of each device of all customers, by customer, for the provider's staff.",
  action: 'internal:telemetry',
  query: listQuery({
    clients: anyOf(ClientIdentifier),
    silent_since: Type.Optional({
      ...DateParameter,
      description: 'Active devices that are not blocked and have not been heard of since',
    }),
    ...problemFilter,
  }),
  response: listOf(ClientTelemetry),
  errors: ['list.bad_last_key'],
})

export const listClientTelemetry = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/clients/{client}/telemetry',
  summary:
    "Lists the latest report of each device of one customer, those with the most problems first, for the provider's staff.",
  action: 'internal:telemetry',
  params: Type.Object({ client: ClientIdentifier }, closed),
  requestHeaders: portalReadHeaders,
  query: listQuery(problemFilter),
  response: listOf(ClientTelemetry),
  errors: ['request.not_found', 'list.bad_last_key'],
})

export const reportedTelemetryCalls = {
  listTelemetry,
  listDeviceTelemetry,
  getTelemetrySeries,
  listTelemetryApplications,
  listClientsTelemetry,
  listClientTelemetry,
}
