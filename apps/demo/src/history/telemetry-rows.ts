import type { DeviceTelemetry } from '@holdfast/contract'
import type { Insertable } from 'kysely'
import type { Tables } from '@holdfast/server'
import { demoServices } from '../demo-customers.ts'
import { applications, permissions } from './installed-applications.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { hourMs } from './time-spans.ts'

const reports = 42
const betweenReportsMs = 8 * hourMs
const gigabyte = 1e9

/** Three reports a day over the last two weeks, newest first. That is enough for a device's history graphs. */
export const telemetryRows = (client: string, handset: PlannedHandset): Insertable<Tables['device_telemetry']>[] => {
  const { device_reference, person, until } = handset
  const random = new SeededRandom(`${client} telemetry of ${device_reference}`)
  const storageFree = random.between(18, 96) * gigabyte
  return Array.from({ length: reports }, (_, number) => {
    const collected_at = new Date(until - number * betweenReportsMs)
    const telemetry = reportOf(handset, collected_at, number, storageFree, random)
    return {
      client,
      telemetry_id: `${collected_at.toISOString()}/${device_reference}`,
      device_reference,
      group: person.group,
      collected_at,
      received_at: new Date(collected_at.getTime() + random.between(200, 3_000)),
      telemetry: JSON.stringify(telemetry),
    }
  })
}

const reportOf = (
  handset: PlannedHandset,
  collected_at: Date,
  age: number,
  storageFree: number,
  random: SeededRandom,
): DeviceTelemetry => {
  const isAtDesk = random.chance(0.6)
  return {
    reported_at: collected_at.toISOString(),
    timezone: handset.timezone,
    manufacturer: handset.manufacturer,
    model: handset.model,
    os_version: handset.os_version,
    security_patch: '2026-09-01',
    build_number: `${handset.model.replace(/[^A-Z0-9]/gi, '').toUpperCase()}.${handset.os_version}0901`,
    app_version: handset.app_version,
    uptime_ms: random.between(1, 9 * 24) * hourMs,
    is_rooted: false,
    is_device_admin: true,
    sims: [simOf(handset, random)],
    ...networkOf(isAtDesk, random),
    ...batteryOf(isAtDesk, random),
    storage_total: 128 * gigabyte,
    // Recordings are removed after the upload; other data grows slowly.
    storage_free: storageFree + age * 40_000_000,
    memory_total: 8 * gigabyte,
    memory_free: random.between(12, 40) * 100_000_000,
    ...dataOf(reports - age, random),
    payloads_pending: random.chance(0.8) ? 0 : random.between(1, 4),
    applications: [...applications],
    knox_version: '3.11',
    knox_api_level: 38,
    knox_licence_active: true,
    permissions_granted: [...permissions],
    permissions_denied: [],
    location_enabled: true,
    services_enabled: [...demoServices],
  }
}

const simOf = ({ phone_number }: PlannedHandset, random: SeededRandom) => {
  const isBrazilian = phone_number.startsWith('+55')
  return {
    slot_index: 0,
    carrier_name: isBrazilian ? 'Vale Telecom' : 'Harbour Mobile',
    carrier_code: isBrazilian ? '72499' : '23499',
    country_iso: isBrazilian ? 'br' : 'gb',
    phone_number,
    is_roaming: false,
    signal_strength_dbm: -random.between(68, 110),
    network_type: random.pick(['LTE', 'NR', 'NR'] as const),
  }
}

const networkOf = (isAtDesk: boolean, random: SeededRandom) => ({
  wifi_enabled: true,
  wifi_connected: isAtDesk,
  wifi_ssid: isAtDesk ? 'desk-mobile' : null,
  wifi_signal_dbm: isAtDesk ? -random.between(40, 72) : null,
  ip_address: isAtDesk ? `10.20.${random.between(0, 7)}.${random.between(2, 250)}` : null,
})

const batteryOf = (isAtDesk: boolean, random: SeededRandom) => ({
  battery_level_percent: random.between(isAtDesk ? 55 : 18, 100),
  battery_charging: isAtDesk && random.chance(0.5),
  battery_health: 'good',
  battery_temperature_celsius: random.between(24, 36),
  battery_optimisation_ignored: true,
})

const dataOf = (elapsed: number, random: SeededRandom) => ({
  mobile_data_sent: elapsed * 9_000_000 + random.between(0, 2_000_000),
  mobile_data_received: elapsed * 31_000_000 + random.between(0, 5_000_000),
  wifi_data_sent: elapsed * 14_000_000 + random.between(0, 2_000_000),
  wifi_data_received: elapsed * 88_000_000 + random.between(0, 9_000_000),
})
