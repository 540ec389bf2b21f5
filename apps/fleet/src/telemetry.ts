import type { Handset } from '@holdfast/device-kit'
import type { City } from './cities.ts'
import type { Hardware } from './handset-hardware.ts'
import { seededRandom } from './seeded-random.ts'

type Telemetry = Parameters<Handset['addTelemetry']>[0]

const gigabyte = 1024 ** 3

/** The telemetry of a handset: its battery drains over the day and charges at night. */
export const telemetryAt = (
  time: Date,
  { device_info, phone_number }: Hardware,
  city: City,
  payloads_pending: number,
): Telemetry => {
  const random = seededRandom(`telemetry ${device_info.serial_number} ${time.toISOString()}`)
  const hour = time.getUTCHours() + time.getUTCMinutes() / 60
  return {
    reported_at: time.toISOString(),
    timezone: city.timezone,
    model: device_info.model,
    os_version: device_info.os_version,
    app_version: device_info.app_version,
    is_rooted: false,
    is_device_admin: true,
    sims: [
      {
        slot_index: 0,
        carrier_name: city.carrier.carrier_name,
        carrier_code: city.carrier.carrier_code,
        country_iso: city.carrier.country_code.toLowerCase(),
        phone_number,
        is_roaming: false,
        signal_strength_dbm: -random.between(62, 112),
        network_type: random.pick(['LTE', 'NR']),
      },
    ],
    wifi_enabled: true,
    wifi_connected: random.chance(0.6),
    battery_level_percent: Math.round(100 - (hour / 24) * 70),
    battery_charging: hour < 6,
    battery_temperature_celsius: random.between(24, 36),
    storage_total: 128 * gigabyte,
    storage_free: random.between(40, 90) * gigabyte,
    memory_total: 8 * gigabyte,
    memory_free: random.between(1, 4) * gigabyte,
    payloads_pending,
    permissions_granted: ['android.permission.RECORD_AUDIO', 'android.permission.ACCESS_FINE_LOCATION'],
    permissions_denied: [],
    location_enabled: true,
    knox_version: '3.11',
    knox_licence_active: true,
    applications: [
      { package_name: 'com.holdfast.recorder', simple_name: 'Holdfast', is_system_app: false, size: 48e6, uid: 10_101 },
      { package_name: 'com.android.dialer', simple_name: 'Phone', is_system_app: true, size: 31e6, uid: 10_012 },
      { package_name: 'com.android.messaging', simple_name: 'Messages', is_system_app: true, size: 27e6, uid: 10_013 },
    ],
  }
}
