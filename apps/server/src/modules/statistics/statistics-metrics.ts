import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { providerClient } from '../../core/accounts/index.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { countOpenAlerts } from '../alerts/index.ts'
import { allDays } from '../payloads/index.ts'
import { dueJobs } from './due-jobs.ts'
import { readParts } from './installation-parts.ts'
import { readAccounts } from './read-accounts.ts'
import { wholeAccount } from './statistics-rows.ts'

type Sample = readonly [labels: Record<string, string>, value: number]

interface Figure {
  name: string
  help: string
  labelNames?: readonly string[]
  read: (db: Kysely<Tables>, now: Date) => Promise<readonly Sample[]>
}

const secondsSince = (time: string, now: Date): number => Math.max(0, (now.getTime() - Date.parse(time)) / 1000)

type Account = Awaited<ReturnType<typeof readAccounts>> extends Map<string, infer Row> ? Row : never

/** A sum over all accounts, from what was counted of them last. */
const sumOfAccounts =
  (of: (account: Account) => number): Figure['read'] =>
  async (db) => {
    const accounts = await readAccounts(db, 'all')
    return [[{}, [...accounts.values()].reduce((sum, account) => sum + of(account), 0)]]
  }

/** The age of the oldest time in any account; 0 without one. */
const oldestOfAccounts =
  (of: (account: Account) => string | null): Figure['read'] =>
  async (db, now) => {
    const accounts = await readAccounts(db, 'all')
    return [
      [
        {},
        Math.max(
          0,
          ...[...accounts.values()].flatMap((account) => {
            const time = of(account)
            return time === null ? [] : secondsSince(time, now)
          }),
        ),
      ],
    ]
  }

const recordingsByState: Figure['read'] = async (db) => {
  const { rows } = await sql<{ payload_state: string; payloads: number }>`
    select payload_state, payloads from daily_statistics
    where client = ${providerClient} and day = ${allDays} and service = ${wholeAccount}`.execute(db)
  return rows.map(({ payload_state, payloads }) => [{ state: payload_state }, payloads])
}

const figures: readonly Figure[] = [
  {
    name: 'holdfast_recordings',
    help: 'Recordings of all accounts by their present state, as counted last',
    labelNames: ['state'],
    read: recordingsByState,
  },
  { name: 'holdfast_users', help: 'Active people whose devices record', read: sumOfAccounts(({ users }) => users) },
  { name: 'holdfast_devices', help: 'Active devices', read: sumOfAccounts(({ devices }) => devices) },
  {
    name: 'holdfast_devices_silent',
    help: 'Active devices that have not been heard of for seven days',
    read: sumOfAccounts(({ silent_devices }) => silent_devices),
  },
  {
    name: 'holdfast_recordings_late',
    help: 'Recordings that are late and whose content has not arrived',
    read: sumOfAccounts(({ late }) => late),
  },
  {
    name: 'holdfast_backlog_recordings',
    help: 'Recordings that arrived and are not processed yet',
    read: sumOfAccounts(({ backlog }) => backlog),
  },
  {
    name: 'holdfast_backlog_oldest_seconds',
    help: 'Seconds since the oldest recording of the backlog arrived',
    read: oldestOfAccounts(({ backlog_since }) => backlog_since),
  },
  {
    name: 'holdfast_stored_bytes',
    help: 'Sealed contents of recordings as devices delivered them, in bytes',
    read: sumOfAccounts(({ stored_bytes }) => stored_bytes),
  },
  {
    name: 'holdfast_statistics_oldest_seconds',
    help: 'Seconds since the account was counted that was counted longest ago',
    read: oldestOfAccounts(({ as_of }) => as_of),
  },
  {
    name: 'holdfast_alerts_open',
    help: 'Open alerts that the product shows to the provider',
    labelNames: ['scope', 'severity'],
    read: async (db) =>
      (await countOpenAlerts(db)).map(({ alert_scope: scope, alert_severity: severity, count }) => [
        { scope, severity },
        Number(count),
      ]),
  },
  {
    name: 'holdfast_licences_used',
    help: 'Active devices that have a service, each of which uses a licence',
    labelNames: ['service'],
    read: async (db) => {
      const { rows } = await sql<{ service: string; devices: number }>`
        select service, sum(devices)::bigint as devices from service_statistics where service <> ''
        group by service`.execute(db)
      return rows.map(({ service, devices }) => [{ service }, devices])
    },
  },
  {
    name: 'holdfast_jobs_due',
    help: 'Jobs that are due, by whether they wait, run or failed at their last attempt',
    labelNames: ['job', 'state'],
    read: async (db) =>
      (await dueJobs(db)).flatMap(({ job, ...counts }) =>
        (['waiting', 'running', 'failed'] as const).map((state): Sample => [{ job, state }, counts[state]]),
      ),
  },
  {
    name: 'holdfast_jobs_oldest_seconds',
    help: 'Seconds since the oldest waiting job of a kind became due',
    labelNames: ['job'],
    read: async (db, now) =>
      (await dueJobs(db)).flatMap(({ job, oldest_at }): Sample[] =>
        oldest_at === null ? [] : [[{ job }, secondsSince(oldest_at, now)]],
      ),
  },
  {
    name: 'holdfast_part_up',
    help: '1: the part of the installation answered when a worker checked it last',
    labelNames: ['part'],
    read: async (db, now) =>
      (await readParts(db, now)).flatMap(({ part, is_up }): Sample[] =>
        is_up === null ? [] : [[{ part: part.replaceAll(' ', '_') }, Number(is_up)]],
      ),
  },
]

/**
 * What the provider's screens show, for monitoring, over all accounts: no label names a customer. Each scrape reads the figures that
 * were counted last. While the database can't answer, they are missing rather than wrong.
 */
export const registerStatisticsMetrics = (registry: Registry, database: Pick<Database, 'readAcrossClients'>): void => {
  for (const { name, help, labelNames = [], read } of figures) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        const samples = await database.readAcrossClients((db) => read(db, new Date())).catch(() => [])
        for (const [labels, value] of samples) this.set(labels, value)
      },
    })
  }
}
