import { calls, fullPath } from '@holdfast/contract'
import { providerClient } from '../apps/server/src/core/accounts/index.ts'
import { openClientAccount } from '../apps/server/src/modules/clients/index.ts'
import { type Figure, milliseconds, times, whole } from './report.ts'
import { startChildServer } from './setup/child-server.ts'
import { compareTargets, connections, printResults } from './setup/compare-targets.ts'
import { addressOf, createInstallation, type Installation } from './setup/installation.ts'
import { createPerson, signIn } from './setup/sign-in.ts'
import { fillStatistics } from './setup/statistics-rows.ts'

const clients = 200
const recordings = Number(process.env.HOLDFAST_BENCH_ROWS ?? 10_000_000)
const barMs = 50
const person = 'staff'

const statistics = fullPath(calls.listStatistics)
const overview = fullPath(calls.getInstallationOverview)
const dayMs = 86_400_000
const yearAgo = new Date(Date.now() - 365 * dayMs).toISOString().slice(0, 10)

const daysOf = (days: number, condition: string): string =>
  `(select json_agg(d) from (select service, day, payload_state, sum(payloads) from daily_statistics
    where ${condition} and day > (now() at time zone 'UTC')::date - ${days} group by service, day, payload_state) d) as days`
const page = `select client from service_statistics where client <> '${providerClient}' and service <> '' order by client, service limit 51`

/** The calls of two screens, and much the same rows in one statement: those of the screen of statistics take a page of a list, and its totals. */
const cases = [
  {
    name: 'totals, 30 days',
    path: `${statistics}?limit=1`,
    sql: `select ${daysOf(30, `client = $1`)}, (select json_agg(a) from account_statistics a) as accounts,
      (select json_agg(s) from (select service, sum(devices) from service_statistics group by service) s) as services`,
  },
  {
    name: 'totals, a year',
    path: `${statistics}?limit=1&filter[date_from]=${yearAgo}`,
    sql: `select ${daysOf(366, `client = $1`)}, (select json_agg(a) from account_statistics a) as accounts`,
  },
  {
    name: 'page of services, 30 days',
    path: `${statistics}?limit=50`,
    sql: `select ${daysOf(30, `client = any(array(${page})) and $1 <> ''`)}, (select json_agg(s) from (${page}) s) as services`,
  },
  {
    name: 'page of accounts, 30 days',
    path: `${statistics}?limit=50&filter[rows]=clients`,
    sql: `select json_agg(d) from daily_statistics d where service = '*' and day > (now() at time zone 'UTC')::date - 30
      and client = any(array(select client from clients where client <> $1 order by client limit 50)) group by client`,
  },
  {
    name: 'overview of the installation',
    path: overview,
    sql: `select (select json_agg(a) from account_statistics a where client <> $1) as accounts,
      (select json_agg(s) from (select client, alert_severity, count(*) from alerts
        where alert_state = 'Triggered' and alert_targets @> '{admin}' group by client, alert_severity) s) as alerts,
      (select json_agg(u) from licence_use u where month >= date_trunc('month', now())::date - interval '1 month') as use`,
  },
]

/** The provider's screens `/internal` and `/internal/statistics` with 200 customers, who share ten million recordings. */
export const run = async (): Promise<Figure[]> => {
  const installation = await createInstallation()
  try {
    const { platform, owner } = installation
    await openClientAccount(platform, { client: providerClient, name: 'Provider', locale: 'en-GB' })
    await createPerson(platform, person, [{ actions_matching: 'internal:*' }], {
      account: providerClient,
      alert_permissions: ['ops_read', 'sec_read'],
    })
    await fillStatistics(owner, clients, recordings)
    const before = await scansOfPayloads(installation)
    const figures = await measure(installation)
    if ((await scansOfPayloads(installation)) !== before) throw new Error('the statistics read recordings')
    return figures
  } finally {
    await installation.remove()
  }
}

/** How often statements read recordings: these calls read what a job counted, however many there are. */
const scansOfPayloads = async ({ owner }: Installation): Promise<number> => {
  const { rows } = await owner.query<{ scans: string }>(
    `select seq_scan + idx_scan as scans from pg_stat_user_tables where schemaname = 'app' and relname = 'payloads'`,
  )
  return Number(rows[0]?.scans)
}

const measure = async (installation: Installation): Promise<Figure[]> => {
  const { databaseUrl, databasePid } = installation
  const api = await installation.startApi()
  const token = await signIn(api.origin, person, providerClient)
  const bare = await startChildServer('./bare-list-process.ts', {
    DATABASE_URL: databaseUrl,
    BARE_CASES: JSON.stringify(cases.map(({ sql }) => ({ sql, parameters: [providerClient], limit: 100 }))),
  })
  try {
    const results = await compareTargets(cases, [
      {
        name: 'Holdfast',
        origin: api.origin,
        pids: [api.pid, databasePid],
        request: ({ path }, index) => ({
          method: 'GET',
          path,
          headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(index) },
        }),
      },
      {
        name: 'bare',
        origin: bare.origin,
        pids: [bare.pid, databasePid],
        request: (one) => ({ method: 'GET', path: `/${cases.indexOf(one)}` }),
      },
    ])
    printResults(
      `Statistics of ${clients} customers with ${whole(recordings)} recordings, ${connections} clients at once`,
      results,
    )
    return [...results].flatMap(([{ name }, byTarget]) => {
      const [own, other] = [...byTarget.values()]
      if (!own || !other) return []
      return [
        {
          name: `Statistics, ${name}, processor`,
          value: `${milliseconds(own.processor)}, ${times(own.processor / other.processor)} bare`,
          bar: `≤ ${barMs} ms`,
          meets: own.processor <= barMs,
        },
      ]
    })
  } finally {
    await Promise.all([api.stop(), bare.stop()])
  }
}
