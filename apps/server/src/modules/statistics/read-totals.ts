import { payloadStates, type ServiceName, type StatisticsTotals, serviceNames } from '@holdfast/contract'
import { type Kysely, sql } from 'kysely'
import { providerClient } from '../../core/accounts/index.ts'
import type { Platform } from '../../core/platform.ts'
import { allOf, isAnyOf, type Tables } from '../../platform/database/index.ts'
import { ageOf } from './age.ts'
import type { CountedDays } from './days.ts'
import { readAccounts } from './read-accounts.ts'
import { byState } from './read-days.ts'
import { noService, wholeAccount } from './statistics-rows.ts'

interface Wanted {
  clients?: readonly string[]
  services?: readonly ServiceName[]
}

/** The figures of all customers that the filter finds. */
export const readTotals = async (
  { clients: accounts, database }: Pick<Platform, 'clients' | 'database'>,
  wanted: Wanted,
  days: CountedDays,
): Promise<StatisticsTotals> => {
  const customers = (await accounts.customers())
    .map(({ client }) => client)
    .filter((client) => wanted.clients?.includes(client) ?? true)
  return database.readAcrossClients(async (db) => {
    const counted = await readAccounts(db, customers)
    const services = await servicesOf(db, customers, wanted.services)
    const countedIn = wanted.clients ? customers : [providerClient]
    const byDay = await countByDay(db, { clients: countedIn, services: wanted.services }, days)
    const ages = customers.map((client) => ageOf(counted.get(client)?.as_of, new Date()))
    const sum = (of: 'users' | 'devices') =>
      wanted.services ? null : [...counted.values()].reduce((total, row) => total + row[of], 0)
    return {
      ...days,
      clients: customers.length,
      stale_clients: ages.filter(({ is_stale }) => is_stale).length,
      as_of: ages.flatMap(({ as_of }) => as_of ?? []).sort()[0] ?? null,
      users: sum('users'),
      devices: sum('devices'),
      stored_bytes: services.reduce((total, { stored_bytes }) => total + stored_bytes, 0),
      recordings: byState(byDay),
      services: services.map(({ service, ...figures }) => ({
        service: service === noService ? null : (service as ServiceName),
        ...figures,
        recordings: byDay.filter((one) => one.service === service).reduce((total, { payloads }) => total + payloads, 0),
      })),
      days: daysOfAll(byDay),
    }
  })
}

interface Counted {
  service: string
  day: string
  payload_state: StatisticsTotals['days'][number]['payload_state']
  payloads: number
}

/** The provider's own account has the sums of all customers (`sumStatistics`). */
const countByDay = async (
  db: Kysely<Tables>,
  { clients, services }: { clients: readonly string[]; services: readonly string[] | undefined },
  { from, to }: CountedDays,
): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    select service, day::text as day, payload_state, sum(payloads)::bigint as payloads from daily_statistics
    where ${allOf([isAnyOf('client', clients), isAnyOf('service', services)])} and service <> ${wholeAccount}
      and day >= ${from} and day <= ${to}
    group by service, day, payload_state`.execute(db)
  return rows
}

/** In the order of the contract, those without a service last. */
const servicesOf = async (
  db: Kysely<Tables>,
  customers: readonly string[],
  services: readonly string[] | undefined,
) => {
  const { rows } = await sql<{ service: string; users: number; devices: number; stored_bytes: number }>`
    select service, sum(users)::bigint as users, sum(devices)::bigint as devices, sum(stored_bytes)::bigint as stored_bytes
    from service_statistics where ${allOf([isAnyOf('client', customers), isAnyOf('service', services)])}
    group by service`.execute(db)
  const order: readonly string[] = [...serviceNames, noService]
  return rows.toSorted((one, other) => order.indexOf(one.service) - order.indexOf(other.service))
}

/** All services together, earliest first; states in the order of the contract. */
const daysOfAll = (counted: readonly Counted[]): StatisticsTotals['days'] => {
  const days = new Map<string, StatisticsTotals['days'][number]>()
  for (const { day, payload_state, payloads } of counted) {
    const key = `${day} ${String(payloadStates.indexOf(payload_state)).padStart(2, '0')}`
    days.set(key, { day, payload_state, payloads: payloads + (days.get(key)?.payloads ?? 0) })
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day)
}
