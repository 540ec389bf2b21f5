import type { DeviceTelemetry } from '@holdfast/contract'
import { demoServices } from '../demo-customers.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs } from './time-spans.ts'

const gigabyte = 10 ** 9
const megabyte = 10 ** 6

/** Handsets that report often, and for how long; the others report once a day for a week. */
const closelyWatched = 40
const watchedDays = 30

/** A report of a handset at a time, in milliseconds since 1970. */
export interface PlannedReport {
  handset: PlannedHandset
  at: number
  telemetry: DeviceTelemetry
}

/** Others have never reported, or no longer do. */
export const hasTelemetry = ({ status }: PlannedHandset): boolean => status === 'active' || status === 'silent'

/** What each handset reported lately, earliest first, the same every time. */
export const planTelemetry = (handsets: readonly PlannedHandset[], anchor: number): PlannedReport[] =>
  handsets.filter(hasTelemetry).flatMap((handset, place) => {
    const isWatched = place < closelyWatched
    const step = isWatched ? 3 * hourMs : dayMs
    const from = Math.max(handset.from, anchor - (isWatched ? watchedDays : 7) * dayMs)
    const until = Math.min(handset.until, anchor)
    const times = Array.from(
      { length: Math.max(0, Math.floor((until - from) / step)) },
      (_, index) => from + (index + 1) * step,
    )
    const troubles = troublesOf(place)
    return times.map((at, index) => ({
      handset,
      at,
      telemetry: {
        ...reportOf(handset, at, index / times.length, troubles),
        ...(index === times.length - 1 && { applications: applicationsOf(handset) }),
      },
    }))
  })

interface Troubles {
  isRooted: boolean
  isMicrophoneDenied: boolean
  isStorageFull: boolean
  isNotAdministrator: boolean
}

/** One handset of each kind of trouble, and one with two. */
const troublesOf = (place: number): Troubles => ({
  isRooted: place === 17,
  isMicrophoneDenied: place === 6 || place === 23,
  isStorageFull: place === 11 || place === 23,
  isNotAdministrator: place === 29,
})

const permissions = [
  'RECORD_AUDIO',
  'READ_SMS',
  'READ_CALL_LOG',
  'READ_PHONE_STATE',
  'CAMERA',
  'ACCESS_FINE_LOCATION',
].map((name) => `android.permission.${name}`)

/** @param share of the time that is reported, from 0 to 1: what fills up over weeks has come so far */
const reportOf = (handset: PlannedHandset, at: number, share: number, troubles: Troubles): DeviceTelemetry => {
  const constant = new SeededRandom(`telemetry of ${handset.device_reference}`)
  const random = new SeededRandom(`telemetry of ${handset.device_reference} at ${at}`)
  const total = constant.pick([128, 256]) * gigabyte
  const freeAtFirst = constant.between(35, 75) / 100
  const freeAtLast = troubles.isStorageFull ? 0.02 : freeAtFirst - constant.between(2, 15) / 100
  const dataOfDay = constant.between(80, 900) * megabyte
  const denied = troubles.isMicrophoneDenied && share > 0.6 ? permissions.slice(0, 1) : []
  const battery = batteryAt(handset, at, random)
  return {
    reported_at: new Date(at).toISOString(),
    timezone: handset.timezone,
    manufacturer: handset.model.split(' ')[0] ?? null,
    model: handset.model,
    os_version: handset.os_version,
    app_version: handset.app_version,
    security_patch: '2026-01-01',
    uptime_ms: Math.round(share * 20 * dayMs) + hourMs,
    is_rooted: troubles.isRooted,
    is_device_admin: !troubles.isNotAdministrator,
    sims: [
      {
        slot_index: 0,
        carrier_name: handset.timezone === 'America/Sao_Paulo' ? 'Vereda Celular' : 'Northgate Mobile',
        country_iso: handset.timezone === 'America/Sao_Paulo' ? 'br' : 'gb',
        phone_number: handset.phone_number,
        is_roaming: false,
        signal_strength_dbm: -random.between(70, 108),
        network_type: random.pick(['LTE', 'NR']),
      },
    ],
    wifi_enabled: true,
    wifi_connected: random.chance(0.7),
    wifi_ssid: 'Office',
    wifi_signal_dbm: -random.between(45, 80),
    ip_address: handset.address,
    ...battery,
    battery_health: 'good',
    battery_temperature_celsius: random.between(22, 35),
    battery_optimisation_ignored: true,
    storage_total: total,
    storage_free: Math.round(total * (freeAtFirst + (freeAtLast - freeAtFirst) * share)),
    memory_total: 8 * gigabyte,
    memory_free: random.between(12, 40) * 100 * megabyte,
    mobile_data_sent: Math.round(dataOfDay * share * 8),
    mobile_data_received: Math.round(dataOfDay * share * 30),
    wifi_data_sent: Math.round(dataOfDay * share * 20),
    wifi_data_received: Math.round(dataOfDay * share * 90),
    payloads_pending: random.chance(0.15) ? random.between(1, 9) : 0,
    knox_version: '3.11',
    knox_api_level: 39,
    knox_licence_active: true,
    permissions_granted: permissions.filter((permission) => !denied.includes(permission)),
    permissions_denied: denied,
    location_enabled: true,
    services_enabled: [...demoServices],
  }
}

/** The battery charges at night and drains over the day. One handset in twelve is often forgotten. */
const batteryAt = ({ index, timezone }: PlannedHandset, at: number, random: SeededRandom) => {
  const hour = new Date(at).getUTCHours() + (timezone === 'America/Sao_Paulo' ? -3 : 0)
  const ofDay = (hour + 24) % 24
  const isCharging = ofDay < 6
  const drain = index % 12 === 5 ? 5.2 : 3.4
  const level = isCharging ? 60 + ofDay * 7 : 100 - (ofDay - 6) * drain - random.between(0, 6)
  return { battery_level_percent: Math.max(2, Math.round(level)), battery_charging: isCharging }
}

const appNames = [
  ['Holdfast', 'com.holdfast.recorder'],
  ['Phone', 'com.android.dialer'],
  ['Messages', 'com.android.messaging'],
  ['Camera', 'com.android.camera'],
  ['Calendar', 'com.android.calendar'],
  ['Contacts', 'com.android.contacts'],
  ['Clock', 'com.android.deskclock'],
  ['Files', 'com.android.documentsui'],
  ['Settings', 'com.android.settings'],
  ['Tidewater Mail', 'org.tidewater.mail'],
  ['Tidewater Notes', 'org.tidewater.notes'],
  ['Beacon Maps', 'net.beacon.maps'],
  ['Ledger Terminal', 'com.ledgerline.terminal'],
  ['Harbour VPN', 'io.harbour.vpn'],
  ['Quill Reader', 'app.quill.reader'],
  ['Rail Times', 'uk.railtimes.app'],
] as const

const applicationsOf = ({ device_reference, app_version }: PlannedHandset) => {
  const random = new SeededRandom(`applications of ${device_reference}`)
  const services = Array.from(
    { length: 60 },
    (_, index) => [`System service ${index + 1}`, `com.android.service${index + 1}`] as const,
  )
  return [...appNames, ...services].map(([simple_name, package_name], index) => ({
    package_name,
    simple_name,
    is_system_app: package_name.startsWith('com.android'),
    app_version: package_name.startsWith('com.holdfast')
      ? app_version
      : `${random.between(1, 9)}.${random.between(0, 20)}`,
    size: random.between(1, 240) * megabyte,
    uid: 10_000 + index,
  }))
}
