import { deviceUserColumns } from '../apps/server/src/modules/device-users/device-user-record.ts'
import { deviceColumns } from '../apps/server/src/modules/devices/device-row.ts'
import { type Figure, share, times, whole } from './report.ts'
import { type ChildServer, startChildServer } from './setup/child-server.ts'
import { compareTargets, connections, printResults, type ResultsOf, type Target } from './setup/compare-targets.ts'
import { fillDevices } from './setup/device-rows.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { groupNames } from './setup/list-cases.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const pageSize = 50
const deepPage = 1_000
const rows = 100_000

interface ListOfAll {
  name: 'devices' | 'users'
  table: string
  key: string
  columns: readonly string[]
  /** What the list leaves out. */
  where: string
}

const lists: readonly ListOfAll[] = [
  {
    name: 'devices',
    table: 'devices',
    key: 'device_reference',
    columns: deviceColumns,
    where: 'and removed_at is null',
  },
  { name: 'users', table: 'device_users', key: 'device_user_reference', columns: deviceUserColumns, where: '' },
]

const person = 'device manager'

interface Case {
  name: string
  list: ListOfAll
  /** How the page is asked for at Holdfast, and after which reference it begins. */
  key: string
  after: string
}

/** The lists of devices and of people with 100,000 of each (issue 11), beside fastify and pg with the same SQL: quality bar 1. */
export const run = async (): Promise<Figure[]> => {
  const installation = await createInstallation()
  try {
    await fillDevices(installation.owner, rows)
    await createPerson(installation.platform, person, [{ actions_matching: 'device*' }])
    return await measure(installation)
  } finally {
    await installation.remove()
  }
}

const measure = async (installation: Installation): Promise<Figure[]> => {
  const api = await installation.startApi()
  const token = await signIn(api.origin, person)
  const cases = await casesOf(api, token)
  const bare = await startBare(installation, cases)
  try {
    const { databasePid } = installation
    const results = await compareTargets(cases, [
      {
        name: 'Holdfast',
        origin: api.origin,
        pids: [api.pid, databasePid],
        request: ({ list, key }, index) => ({
          method: 'GET',
          path: pathOf(list, key),
          headers: headersOf(token, index),
        }),
      },
      {
        name: 'bare',
        origin: bare.origin,
        pids: [bare.pid, databasePid],
        request: (listCase) => ({ method: 'GET', path: `/${cases.indexOf(listCase)}` }),
      },
    ])
    printResults(`${whole(rows)} devices and people, ${connections} clients at once`, results)
    return lists.flatMap((list) => figuresOf(list, cases, results))
  } finally {
    await Promise.all([api.stop(), bare.stop()])
  }
}

const pathOf = ({ name }: ListOfAll, key: string, limit = pageSize): string =>
  `/api/admin/v1/${client}/${name}?limit=${limit}${key && `&last_key=${encodeURIComponent(key)}`}`

const headersOf = (token: string, index: number) => ({
  authorization: `Bearer ${token}`,
  'x-forwarded-for': addressOf(index),
})

/** The first page of each list, and page 1,000, to which one gets page after page. */
const casesOf = async ({ origin }: ChildServer, token: string): Promise<Case[]> => {
  const cases: Case[] = []
  for (const list of lists) {
    cases.push({ name: `${list.name}, first page`, list, key: '', after: '' })
    let [key, after] = ['', '']
    for (let skipped = 0; skipped < deepPage * pageSize; skipped += 100) {
      const answer = await fetch(origin + pathOf(list, key, 100), { headers: headersOf(token, skipped) })
      if (!answer.ok) throw new Error(`${list.name}: ${answer.status} ${await answer.text()}`)
      const page = (await answer.json()) as { items: Record<string, string>[]; last_key: string }
      key = page.last_key
      after = page.items.at(-1)?.[list.key] ?? ''
    }
    cases.push({ name: `${list.name}, page ${whole(deepPage)}`, list, key, after })
  }
  return cases
}

const startBare = ({ databaseUrl }: Installation, cases: readonly Case[]) =>
  startChildServer('./bare-list-process.ts', {
    DATABASE_URL: databaseUrl,
    BARE_CASES: JSON.stringify(
      cases.map(({ list: { table, key, columns, where }, after }) => ({
        sql: `select ${columns.map((column) => `"${column}"`).join(', ')} from ${table}
          where client = $1 and "group" = any($2::text[]) ${where} and ${key} > $3 order by ${key} limit ${pageSize + 1}`,
        parameters: [client, groupNames, after],
        limit: pageSize,
      })),
    ),
  })

const figuresOf = ({ name }: ListOfAll, cases: readonly Case[], results: ResultsOf<Case>): Figure[] => {
  const resultOf = (page: string, target: Target<Case>['name']) => {
    const found = cases.find((one) => one.name === `${name}, ${page}`)
    return [...((found && results.get(found)) ?? [])].find(([{ name: by }]) => by === target)?.[1]
  }
  const [first, deep] = ['first page', `page ${whole(deepPage)}`]
  const ratio = (resultOf(first ?? '', 'Holdfast')?.rate ?? 0) / (resultOf(first ?? '', 'bare')?.rate ?? Number.NaN)
  const growth = (resultOf(deep ?? '', 'Holdfast')?.p50 ?? 0) / (resultOf(first ?? '', 'Holdfast')?.p50 ?? Number.NaN)
  return [
    {
      name: `List of ${name} beside bare fastify + pg`,
      value: share(ratio),
      bar: '≥ 60 %',
      meets: ratio >= 0.6,
    },
    {
      name: `List of ${name}, page 1,000 beside page 1`,
      value: times(growth),
      bar: '≤ 1.3×',
      meets: growth <= 1.3,
    },
  ]
}
