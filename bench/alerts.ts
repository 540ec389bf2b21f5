import { alertPermissions, calls, fullPath, type Permission } from '@holdfast/contract'
import { alertColumns } from '../apps/server/src/modules/alerts/alert-row.ts'
import { raiseAlert } from '../apps/server/src/modules/alerts/index.ts'
import { signPosition } from '../apps/server/src/platform/http/page-key.ts'
import { type Figure, median, milliseconds, printTable, share, times, whole } from './report.ts'
import { fillAlerts } from './setup/alert-rows.ts'
import { type ChildServer, startChildServer } from './setup/child-server.ts'
import { compareTargets, connections, printResults, type ResultsOf } from './setup/compare-targets.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { groupNames } from './setup/list-cases.ts'
import { sparseGroups } from './setup/payload-rows.ts'
import { processorMilliseconds } from './setup/processor-time.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const pageSize = 50
const deepPage = 10_000
const raised = 500
const barOfRaising = 1

/** People, and the groups whose alerts they may read; the first ones also read alerts of the whole account. */
const readers: Record<string, { permissions: readonly Permission[]; groups: readonly string[]; isWhole: boolean }> = {
  'all groups': { permissions: [{ actions_matching: 'alerts:*' }], groups: groupNames, isWhole: true },
  'half of the groups': {
    permissions: [
      { actions_matching: 'alerts:*', conditions: [{ names_matching: 'Group 0[0-9][0-9]', is_regex: true }] },
    ],
    groups: groupNames.slice(0, 100),
    isWhole: false,
  },
  '2 groups': {
    permissions: sparseGroups.map((group) => ({
      actions_matching: 'alerts:*',
      conditions: [{ names_matching: group }],
    })),
    groups: sparseGroups,
    isWhole: false,
  },
}

interface Case {
  name: string
  reader: string
  /** The query at Holdfast, and its condition in SQL. */
  query: string
  where: string
  isSummary?: boolean
}

/** A million alerts: pages of their list and their summary beside fastify and pg with the same SQL, and what raising one costs its cause. */
export const run = async (): Promise<Figure[]> => {
  const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? 1_000_000)
  const installation = await createInstallation()
  try {
    await fillAlerts(installation.owner, rows)
    for (const [reader, { permissions }] of Object.entries(readers)) {
      await createPerson(installation.platform, reader, permissions, { alert_permissions: alertPermissions })
    }
    const ofLists = await measureLists(installation, rows)
    return [...ofLists, await measureRaising(installation)]
  } finally {
    await installation.remove()
  }
}

const casesOf = async ({ owner, platform }: Installation, rows: number): Promise<Case[]> => {
  const skipped = Math.min(deepPage * pageSize, Math.floor(rows / 2))
  const { rows: found } = await owner.query<{ at: string; alert_reference: string }>(
    `select to_char(last_occurrence, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, alert_reference from app.alerts
     where client = $1 order by last_occurrence desc, alert_reference desc offset $2 limit 1`,
    [client, skipped],
  )
  const { at = '', alert_reference = '' } = found[0] ?? {}
  const key = signPosition(platform.keys, { list: 'alerts', client, filter: {} }, [at, alert_reference])
  const first = (reader: string) => ({ name: `${reader}, first page`, reader, query: '', where: '' })
  const all = 'all groups'
  return [
    first(all),
    {
      name: `${all}, page ${whole(skipped / pageSize)}`,
      reader: all,
      query: `&last_key=${key}`,
      where: `and (last_occurrence, alert_reference) < ('${at}', '${alert_reference}')`,
    },
    first('half of the groups'),
    first('2 groups'),
    { name: 'Triggered', reader: all, query: '&filter[active_only]=true', where: `and alert_state = 'Triggered'` },
    {
      name: 'a large group, High',
      reader: all,
      query: '&filter[groups][0]=Group%20001&filter[alert_severities][0]=High',
      where: `and "group" = any('{Group 001}') and alert_severity = any('{High}')`,
    },
    {
      name: 'a small group, High',
      reader: all,
      query: `&filter[groups][0]=Group%20199&filter[alert_severities][0]=High`,
      where: `and "group" = any('{Group 199}') and alert_severity = any('{High}')`,
    },
    {
      name: 'Triggered, of a device',
      reader: all,
      query: '&filter[active_only]=true&filter[related_entities][0]=SN50',
      where: `and alert_state = 'Triggered' and related_entities @> any('{"[{\\"entity_id\\": \\"SN50\\"}]"}'::jsonb[])`,
    },
    { name: 'summary', reader: all, query: '', where: '', isSummary: true },
  ]
}

const visible = ({ groups, isWhole }: (typeof readers)[string]): string => {
  const inGroups = `"group" = any('{${groups.join(',')}}') ${isWhole ? 'or "group" is null' : ''}`
  return `alert_targets @> '{client}' and (${['ops', 'sec'].map((scope) => `alert_scope = '${scope}' and (${inGroups})`).join(' or ')})`
}

const bareSqlOf = ({ reader, where, isSummary }: Case): string => {
  const shown = `client = $1 and ${visible(readers[reader] as (typeof readers)[string])} ${where}`
  if (isSummary) {
    return `select alert_scope, alert_severity, count(*) from alerts
      where ${shown} and alert_state = 'Triggered' and not 'somebody' = any(dismissed_by) group by alert_scope, alert_severity`
  }
  return `select ${alertColumns.map((column) => `"${column}"`).join(', ')} from alerts where ${shown}
    order by last_occurrence desc, alert_reference desc limit ${pageSize + 1}`
}

const measureLists = async (installation: Installation, rows: number): Promise<Figure[]> => {
  const cases = await casesOf(installation, rows)
  const api = await installation.startApi()
  const tokens = new Map<string, string>()
  for (const reader of Object.keys(readers)) tokens.set(reader, await signIn(api.origin, reader))
  const bare = await startBare(installation, cases)
  try {
    const { databasePid } = installation
    const results = await compareTargets(cases, [
      {
        name: 'Holdfast',
        origin: api.origin,
        pids: [api.pid, databasePid],
        request: (one, index) => ({
          method: 'GET',
          path: pathOf(one),
          headers: { authorization: `Bearer ${tokens.get(one.reader)}`, 'x-forwarded-for': addressOf(index) },
        }),
      },
      {
        name: 'bare',
        origin: bare.origin,
        pids: [bare.pid, databasePid],
        request: (one) => ({ method: 'GET', path: `/${cases.indexOf(one)}` }),
      },
    ])
    printResults(`${whole(rows)} alerts, ${connections} clients at once`, results)
    return figuresOf(results)
  } finally {
    await Promise.all([api.stop(), bare.stop()])
  }
}

const pathOf = ({ query, isSummary }: Case): string => {
  const path = fullPath(isSummary ? calls.summariseAlerts : calls.listAlerts).replace('{client}', client)
  return isSummary ? path : `${path}?limit=${pageSize}${query}`
}

const startBare = ({ databaseUrl }: Installation, cases: readonly Case[]): Promise<ChildServer> =>
  startChildServer('./bare-list-process.ts', {
    DATABASE_URL: databaseUrl,
    BARE_CASES: JSON.stringify(cases.map((one) => ({ sql: bareSqlOf(one), parameters: [client], limit: pageSize }))),
  })

const figuresOf = (results: ResultsOf<Case>): Figure[] =>
  [...results].flatMap(([{ name }, byTarget]) => {
    const [own, bare] = [...byTarget.values()]
    if (!own || !bare) return []
    const ratio = own.rate / bare.rate
    return [
      {
        name: `Alerts, ${name}, beside bare fastify + pg`,
        value: `${share(ratio)}, ${milliseconds(own.processor)} of processor, bare ${milliseconds(bare.processor)}`,
        bar: '≥ 60 %',
        meets: ratio >= 0.6,
      },
    ]
  })

/** Milliseconds of processor for each transaction. */
interface Cost {
  own: number
  database: number
  all: number
}

/** Transactions that raise a new alert, and others that only write, in turn. The difference is what a cause pays. */
const measureRaising = async ({ platform, databasePid }: Installation): Promise<Figure> => {
  const taken = { raising: [] as Cost[], writing: [] as Cost[] }
  const costOf = async (isRaising: boolean, round: number): Promise<Cost> => {
    const before = process.cpuUsage()
    const databaseBefore = processorMilliseconds([databasePid])
    for (let number = 0; number < raised; number++) {
      await platform.database.transaction(client, async (tx) => {
        await tx.db
          .updateTable('groups')
          .set({ updated_at: tx.now })
          .where('client', '=', client)
          .where('group_reference', '=', 'Group 001')
          .execute()
        if (isRaising) {
          const of = `${round}-${number}`
          await raiseAlert(tx, { condition: 'payload_failed', of, values: { device: of }, group: 'Group 001' })
        }
      })
    }
    const { user, system } = process.cpuUsage(before)
    const database = (processorMilliseconds([databasePid]) - databaseBefore) / raised
    const own = (user + system) / 1_000 / raised
    return { own, database, all: own + database }
  }
  await costOf(true, -1)
  for (let round = 0; round < 3; round++) {
    taken.raising.push(await costOf(true, round))
    taken.writing.push(await costOf(false, round))
  }
  const medianOf = (costs: readonly Cost[], part: keyof Cost): number => median(costs.map((cost) => cost[part]))
  const [raising, writing] = [medianOf(taken.raising, 'all'), medianOf(taken.writing, 'all')]
  const parts = (costs: readonly Cost[]) =>
    (['all', 'own', 'database'] as const).map((part) => milliseconds(medianOf(costs, part)))
  printTable(
    `Raising an alert in a transaction that updates a row, ${raised} times`,
    ['transaction', 'processor', 'of the process', 'of PostgreSQL', 'beside bare'],
    [
      ['with an alert', ...parts(taken.raising), times(raising / writing)],
      ['without', ...parts(taken.writing), ''],
    ],
  )
  return {
    name: 'Raising an alert, processor of its cause',
    value: milliseconds(raising - writing),
    bar: `≤ ${barOfRaising} ms`,
    meets: raising - writing <= barOfRaising,
  }
}
