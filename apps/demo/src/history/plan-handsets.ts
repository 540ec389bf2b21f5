import type { DemoCustomer } from '../demo-customers.ts'
import { demoDeviceUsers } from '../fill-account.ts'
import { handsetNumber } from './contacts.ts'
import { appVersions, imeiOf, models, osVersions } from './handset-models.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs, hourMs, minuteMs } from './time-spans.ts'

/**
 * - `active`: in use.
 * - `silent`: in use, not seen lately.
 * - `pending`: onboarded, never authenticated.
 * - `deactivated`: out of use.
 * - `replaced`: out of use, because its user has a new one.
 * - `legacy…`: still on the legacy platform.
 */
export type HandsetStatus =
  | 'active'
  | 'silent'
  | 'pending'
  | 'deactivated'
  | 'replaced'
  | 'legacyActive'
  | 'legacyDeactivated'

/** A handset in the demonstration's history. Times are milliseconds since 1970. */
export interface PlannedHandset {
  index: number
  device_reference: string
  status: HandsetStatus
  person: ReturnType<typeof demoDeviceUsers>[number]
  phone_number: string
  imei: string
  timezone: string
  address: string
  model: string
  os_version: string
  app_version: string
  /** Start and end of the period in which it records. */
  from: number
  until: number
  /** Relative number of its recordings. */
  talkativeness: number
}

const timezoneOf = (client: string, group: string): string => {
  if (client === 'aurora') return 'America/Sao_Paulo'
  return group === 'New York Desk' ? 'America/New_York' : 'Europe/London'
}

const statusOf = (customer: DemoCustomer, number: number): HandsetStatus => {
  if (customer.handsets.includes(number)) return 'replaced'
  if (number % 23 === 22 || number % 31 === 11) return 'deactivated'
  if (number % 29 === 7) return 'pending'
  if (number % 67 === 5) return 'legacyActive'
  if (number % 67 === 40) return 'legacyDeactivated'
  return number % 37 === 9 ? 'silent' : 'active'
}

/** Plans one handset per device user, the same every time. */
export const planHandsets = (customer: DemoCustomer, anchor: number, days: number): PlannedHandset[] => {
  const prefix = customer.client.slice(0, 2).toUpperCase()
  return demoDeviceUsers(customer).map((person, index) => {
    const random = new SeededRandom(`${customer.client} handset ${index}`)
    const status = statusOf(customer, index)
    const { model } = random.pickWeighted(models, ({ weight }) => weight)
    return {
      index,
      device_reference: `${prefix}-${random.hex(4).toUpperCase()}-${String(index).padStart(4, '0')}`,
      status,
      person,
      phone_number: handsetNumber(customer, index),
      imei: imeiOf((customer.client === 'aurora' ? 500_000 : 100_000) + index * 7),
      timezone: timezoneOf(customer.client, person.group),
      address: `198.51.100.${1 + (index % 250)}`,
      model,
      os_version: random.pickWeighted(osVersions, ({ weight }) => weight).version,
      app_version: random.pickWeighted(appVersions, ({ weight }) => weight).version,
      ...recordingTime(status, anchor, days, random),
      talkativeness: (0.3 + random.next() ** 2 * 2) * (status.startsWith('legacy') ? 0.3 : 1),
    }
  })
}

const recordingTime = (status: HandsetStatus, anchor: number, days: number, random: SeededRandom) => {
  const from = anchor - days * dayMs
  const longAgo = from + Math.floor((days * dayMs) / 2)
  switch (status) {
    case 'pending':
      return { from: anchor, until: anchor }
    case 'deactivated':
      return { from, until: anchor - random.between(2, Math.floor(days / 2)) * dayMs }
    case 'replaced':
      return { from, until: anchor - dayMs - random.between(1, 10) * hourMs }
    case 'silent':
      return { from, until: anchor - random.between(9, 20) * dayMs }
    case 'legacyActive':
    case 'legacyDeactivated':
      return { from, until: longAgo }
    case 'active':
      return { from, until: anchor - random.between(1, 90) * minuteMs }
  }
}
