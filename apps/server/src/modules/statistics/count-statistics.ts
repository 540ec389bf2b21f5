import {
  type PayloadType,
  type ServiceName,
  serviceNames,
  serviceOfPayloadType,
  silentAfterDays,
} from '@holdfast/contract'
import { Type } from 'typebox'
import { providerClient } from '../../core/accounts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countActiveUsers } from '../device-users/index.ts'
import { countActiveDevices, countDevicesByService } from '../devices/index.ts'
import {
  allDays,
  backlogSince,
  type CountOfDay,
  countAccountByDay,
  countLateMissing,
  storedBytesByType,
} from '../payloads/index.ts'
import { countedFrom, dayBefore, neverCounted, recentDays } from './days.ts'
import {
  allDaysCountedAt,
  type DailyFigures,
  noService,
  replaceDays,
  type ServiceFigures,
  storeAccount,
  storeServices,
  wholeAccount,
} from './statistics-rows.ts'
import { sumStatistics } from './sum-statistics.ts'

/**
 * Every five minutes: counts each customer's account in a transaction of its own. If an account can't be reached, its last figures stay
 * with their age, and the others are counted.
 */
export const countStatistics: Job<Record<string, unknown>> = {
  definition: { name: 'count_statistics', payload: Type.Object({}), maxAttempts: 1, key: () => 'all' },
  schedule: '*/5 * * * *',
  async handle({ platform, signal }) {
    await countAccounts(platform, await platform.clients.names(), signal)
  },
}

/** An account is filled in its first hour, such as by the devices that enrol. In the first half minute it has nothing yet. */
const newForMs = 60 * 60_000
const emptyForMs = 30_000

/** Every minute: counts accounts that were opened in the last hour, so that staff do not see them as empty for five minutes. */
export const countNewAccounts: Job<Record<string, unknown>> = {
  definition: { name: 'count_new_accounts', payload: Type.Object({}), maxAttempts: 1, key: () => 'all' },
  schedule: '* * * * *',
  async handle({ platform, signal }) {
    const now = Date.now()
    const added = await platform.clients.openedBetween(new Date(now - newForMs), new Date(now - emptyForMs))
    if (added.length > 0) await countAccounts(platform, added, signal)
  },
}

const countAccounts = async (platform: Platform, clients: readonly string[], signal: AbortSignal): Promise<void> => {
  for (const client of clients) {
    signal.throwIfAborted()
    if (client === providerClient) continue
    try {
      await platform.database.transaction(client, countAccount)
    } catch (error) {
      platform.log.warn({ err: error, client }, 'the statistics of an account could not be counted')
    }
  }
  await sumStatistics(platform)
}

/** Counts at the start of a worker what has aged while none ran. A new installation is still empty: `countNewAccounts` counts it. */
export const countAtStart = async ({ clients, database }: Pick<Platform, 'clients' | 'database'>): Promise<void> => {
  const now = Date.now()
  const empty = await clients.openedBetween(new Date(now - emptyForMs), new Date(now))
  if (empty.length > 0) return
  await database.transaction(providerClient, (tx) => tx.enqueue(countStatistics.definition, {}))
}

const serviceOf = (type: PayloadType): ServiceName | typeof noService => serviceOfPayloadType[type] ?? noService

export const countAccount = async (tx: TenantTransaction): Promise<void> => {
  const { first, isAll, all_days_as_of } = countedFrom(await allDaysCountedAt(tx), tx.now)
  const counts = await countAccountByDay(tx, first)
  const users = await countActiveUsers(tx)
  const devices = await countActiveDevices(tx, dayBefore(tx.now, silentAfterDays))
  const devicesByService = await countDevicesByService(tx)
  const bytes = sumByService(await storedBytesByType(tx), ({ bytes: stored }) => stored)
  const ofState = stateCounter(counts)
  // An account without earlier days may yet get them, such as from a former installation.
  const hasEarlier = counts.some(({ day }) => day !== allDays && day < dayBefore(tx.now, recentDays))
  await replaceDays(tx, first, daysOf(counts))
  await storeServices(
    tx,
    [...serviceNames, noService].map(
      (service): ServiceFigures => ({
        service,
        users: users.byService.get(service) ?? 0,
        devices: devicesByService.get(service) ?? 0,
        stored_bytes: bytes.get(service) ?? 0,
      }),
    ),
  )
  await storeAccount(tx, {
    users: users.active,
    devices: devices.active,
    silent_devices: devices.silent,
    late: await countLateMissing(tx),
    failed: ofState('Failed'),
    quarantined: ofState('Quarantined'),
    backlog: ofState('Uploaded', 'Scanning'),
    backlog_since: await backlogSince(tx),
    stored_bytes: [...bytes.values()].reduce((sum, stored) => sum + stored, 0),
    as_of: tx.now,
    all_days_as_of: hasEarlier || !isAll ? all_days_as_of : neverCounted,
  })
}

const sumByService = <Row extends { payload_type: PayloadType }>(rows: readonly Row[], of: (row: Row) => number) => {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const service = serviceOf(row.payload_type)
    sums.set(service, (sums.get(service) ?? 0) + of(row))
  }
  return sums
}

const stateCounter =
  (counts: readonly CountOfDay[]) =>
  (...states: readonly CountOfDay['payload_state'][]): number =>
    counts
      .filter(({ day, payload_state }) => day === allDays && states.includes(payload_state))
      .reduce((sum, { payloads }) => sum + payloads, 0)

/** By service, and of the whole account. */
const daysOf = (counts: readonly CountOfDay[]): DailyFigures[] => {
  const days = new Map<string, DailyFigures>()
  for (const { day, payload_type, payload_state, payloads } of counts) {
    for (const service of [serviceOf(payload_type), wholeAccount]) {
      const key = `${day} ${service} ${payload_state}`
      days.set(key, { day, service, payload_state, payloads: payloads + (days.get(key)?.payloads ?? 0) })
    }
  }
  return [...days.values()]
}
