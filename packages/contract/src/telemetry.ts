/**
 * What a device reports about itself. The specification names the areas (device, SIM, wifi, battery, storage, data usage,
 * applications, Knox, permissions, services enabled); the fields within them are decided here.
 */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { text } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { ServiceName } from './services.ts'
import { Timestamp } from './times.ts'

const Bytes = Type.Integer({ minimum: 0, description: 'Bytes' })
const maybe = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema))

export const TelemetryApplication = Type.Object(
  {
    package_name: text(255, 1),
    simple_name: text(255),
    is_system_app: Type.Boolean(),
    app_version: maybe(text(64)),
    size: nullable(Bytes),
    uid: nullable(Type.Integer()),
  },
  closed,
)

export const TelemetrySim = Type.Object(
  {
    slot_index: Type.Integer({ minimum: 0, maximum: 15 }),
    carrier_name: maybe(text(255)),
    carrier_code: maybe(text(32)),
    country_iso: maybe(text(8)),
    phone_number: maybe(text(255)),
    is_roaming: maybe(Type.Boolean()),
    signal_strength_dbm: maybe(Type.Number()),
    network_type: maybe(text(32)),
  },
  closed,
)

export const DeviceTelemetry = Type.Object(
  {
    reported_at: Timestamp,
    timezone: maybe(text(64)),
    manufacturer: maybe(text(255)),
    model: maybe(text(255)),
    os_version: maybe(text(64)),
    security_patch: maybe(text(32)),
    build_number: maybe(text(255)),
    app_version: maybe(text(64)),
    uptime_ms: maybe(Type.Integer({ minimum: 0 })),
    is_rooted: maybe(Type.Boolean()),
    is_device_admin: maybe(Type.Boolean()),
    sims: Type.Optional(Type.Array(TelemetrySim, { maxItems: 16 })),
    wifi_enabled: maybe(Type.Boolean()),
    wifi_connected: maybe(Type.Boolean()),
    wifi_ssid: maybe(text(64)),
    wifi_signal_dbm: maybe(Type.Number()),
    ip_address: maybe(text(64)),
    battery_level_percent: maybe(Type.Number({ minimum: 0, maximum: 100 })),
    battery_charging: maybe(Type.Boolean()),
    battery_health: maybe(text(32)),
    battery_temperature_celsius: maybe(Type.Number()),
    battery_optimisation_ignored: maybe(Type.Boolean()),
    storage_total: maybe(Bytes),
    storage_free: maybe(Bytes),
    memory_total: maybe(Bytes),
    memory_free: maybe(Bytes),
    mobile_data_sent: maybe(Bytes),
    mobile_data_received: maybe(Bytes),
    wifi_data_sent: maybe(Bytes),
    wifi_data_received: maybe(Bytes),
    payloads_pending: maybe(Type.Integer({ minimum: 0 })),
    applications: Type.Optional(Type.Array(TelemetryApplication, { maxItems: 2000 })),
    knox_version: maybe(text(32)),
    knox_api_level: maybe(Type.Integer({ minimum: 0 })),
    knox_licence_active: maybe(Type.Boolean()),
    permissions_granted: Type.Optional(Type.Array(text(255, 1), { maxItems: 500 })),
    permissions_denied: Type.Optional(Type.Array(text(255, 1), { maxItems: 500 })),
    location_enabled: maybe(Type.Boolean()),
    services_enabled: Type.Optional(Type.Array(ServiceName, { uniqueItems: true })),
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
  responseKind: 'empty',
  audit: 'telemetry.received',
  errors: ['device.deactivated'],
  beyondSpecification: true,
})
