/**
 * What a device reports about itself. The specification names the areas (device, SIM, wifi, battery, storage, data usage,
 * applications, Knox, permissions, services enabled); this schema decides the fields within them.
 */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Finite, FinitePositive, reportedText, WholeNumber } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ServiceName } from './services.ts'
import { Timestamp } from './times.ts'

const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Bytes' })
const maybe = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema))

export const TelemetryApplication = Type.Object(
  {
    package_name: reportedText(),
    simple_name: reportedText(),
    is_system_app: Type.Boolean(),
    app_version: maybe(reportedText()),
    size: nullable(Bytes),
    uid: nullable(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  },
  closed,
)

export type TelemetryApplication = Static<typeof TelemetryApplication>

export const TelemetrySim = Type.Object(
  {
    slot_index: WholeNumber,
    carrier_name: maybe(reportedText()),
    carrier_code: maybe(reportedText()),
    country_iso: maybe(reportedText()),
    phone_number: maybe(reportedText()),
    is_roaming: maybe(Type.Boolean()),
    signal_strength_dbm: maybe(Finite),
    network_type: maybe(reportedText()),
  },
  closed,
)

export const DeviceTelemetry = Type.Object(
  {
    reported_at: Timestamp,
    timezone: maybe(reportedText()),
    manufacturer: maybe(reportedText()),
    model: maybe(reportedText()),
    os_version: maybe(reportedText()),
    security_patch: maybe(reportedText()),
    build_number: maybe(reportedText()),
    app_version: maybe(reportedText()),
    uptime_ms: maybe(WholeNumber),
    is_rooted: maybe(Type.Boolean()),
    is_device_admin: maybe(Type.Boolean()),
    sims: Type.Optional(Type.Array(TelemetrySim)),
    wifi_enabled: maybe(Type.Boolean()),
    wifi_connected: maybe(Type.Boolean()),
    wifi_ssid: maybe(reportedText()),
    wifi_signal_dbm: maybe(Finite),
    ip_address: maybe(reportedText()),
    battery_level_percent: maybe(FinitePositive),
    battery_charging: maybe(Type.Boolean()),
    battery_health: maybe(reportedText()),
    battery_temperature_celsius: maybe(Finite),
    battery_optimisation_ignored: maybe(Type.Boolean()),
    storage_total: maybe(Bytes),
    storage_free: maybe(Bytes),
    memory_total: maybe(Bytes),
    memory_free: maybe(Bytes),
    mobile_data_sent: maybe(Bytes),
    mobile_data_received: maybe(Bytes),
    wifi_data_sent: maybe(Bytes),
    wifi_data_received: maybe(Bytes),
    payloads_pending: maybe(WholeNumber),
    applications: Type.Optional(Type.Array(TelemetryApplication)),
    knox_version: maybe(reportedText()),
    knox_api_level: maybe(WholeNumber),
    knox_licence_active: maybe(Type.Boolean()),
    permissions_granted: Type.Optional(Type.Array(reportedText())),
    permissions_denied: Type.Optional(Type.Array(reportedText())),
    location_enabled: maybe(Type.Boolean()),
    services_enabled: Type.Optional(Type.Array(ServiceName)),
  },
  { ...closed, title: 'DeviceTelemetry', description: 'The state of a device: SIMs, network, battery, storage, apps.' },
)
export type DeviceTelemetry = Static<typeof DeviceTelemetry>

export const receiveTelemetry = call({
  catalogue: 'device',
  method: 'POST',
  path: '/telemetry',
  summary: 'Takes what a device reports about itself.',
  action: 'device',
  body: DeviceTelemetry,
  maxBodyBytes: limits.maxLargeBodyBytes,
  responseKind: 'empty',
  audit: 'telemetry.received',
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

export const telemetryCalls = { receiveTelemetry }
