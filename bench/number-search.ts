import { accessFor, compileRoles } from '@holdfast/access'
import { payloadTypes } from '@holdfast/contract'
import pg from 'pg'
import type { PayloadFilter } from '../apps/server/src/modules/payloads/lists/payload-filter.ts'
import { payloadPageStatement } from '../apps/server/src/modules/payloads/lists/payload-page-query.ts'
import { typeParsers } from '../apps/server/src/platform/database/type-parsers.ts'
import { type Figure, median, milliseconds, percentile, printTable, share } from './report.ts'
import { withFilledApi } from './setup/filled-api.ts'
import { addressOf, client, type Installation } from './setup/installation.ts'
import { groupNames, pageSize, people, permissionsOfReaders, readers } from './setup/list-cases.ts'
import { signIn } from './setup/sign-in.ts'

const searchesOfCase = 200
/** A token would expire while bare SQL searches millions of rows. */
const searchesOfToken = 25
const earlySearches = 20

interface NumberSearch {
  name: string
  person: string
  /** What is searched for a number of a recording. */
  filterOf: (number: string) => Pick<PayloadFilter, 'numbers' | 'number_prefix'>
}

const searches: readonly NumberSearch[] = readers.flatMap((person) => [
  { name: `${person}: a number`, person, filterOf: (number: string) => ({ numbers: [number] }) },
  {
    name: `${person}: its first 10 digits`,
    person,
    filterOf: (number: string) => ({ number_prefix: number.slice(0, 11) }),
  },
  {
    name: `${person}: its first 8 digits`,
    person,
    filterOf: (number: string) => ({ number_prefix: number.slice(0, 9) }),
  },
  {
    name: `${person}: its first 4 digits`,
    person,
    filterOf: (number: string) => ({ number_prefix: number.slice(0, 5) }),
  },
])

/** Quality bar 9: recordings with a number or a prefix, one request after the other, beside the SQL of the page. */
export const run = (): Promise<Figure[]> =>
  withFilledApi(permissionsOfReaders, ({ installation, api }) => measure(installation, api.origin))

const measure = async (installation: Installation, origin: string): Promise<Figure[]> => {
  const bare = new pg.Client({
    connectionString: installation.databaseUrl,
    options: '-c search_path=app -c timezone=UTC',
    types: typeParsers,
  })
  await bare.connect()
  try {
    const results = []
    const numbers = await someNumbers(installation.owner)
    for (const search of searches) {
      let token = ''
      const ours: number[] = []
      const theirs: number[] = []
      const early = await signIn(origin, search.person)
      // The first requests only warm up the server.
      for (const number of numbers.slice(0, earlySearches)) await searchApi(origin, early, search.filterOf(number), 0)
      for (const [index, number] of numbers.entries()) {
        if (index % searchesOfToken === 0) token = await signIn(origin, search.person)
        ours.push(await timed(() => searchApi(origin, token, search.filterOf(number), index)))
        theirs.push(await timed(() => searchBare(bare, search, number)))
      }
      results.push({ search, ours: ours.sort(ascending), theirs: theirs.sort(ascending) })
    }
    printTable(
      'Number search, one request after the other',
      ['search', 'p50', 'p95', 'bare p50', 'bare p95', 'of bare'],
      results.map(({ search, ours, theirs }) => [
        search.name,
        ...[ours, theirs].flatMap((taken) => [milliseconds(median(taken)), milliseconds(percentile(taken, 0.95))]),
        share(median(theirs) / median(ours)),
      ]),
    )
    const worst = Math.max(...results.map(({ ours }) => percentile(ours, 0.95)))
    return [
      { name: 'Number search, exact and prefix, p95', value: milliseconds(worst), bar: '≤ 10 ms', meets: worst <= 10 },
    ]
  } finally {
    await bare.end()
  }
}

const ascending = (one: number, other: number): number => one - other

/** Numbers of recordings spread over the whole table. */
const someNumbers = async (owner: pg.Client): Promise<string[]> => {
  const { rows } = await owner.query<{ number: string }>(
    `select n.number from generate_series(1, $2::int) step cross join lateral (
       select number from app.payload_numbers where client = $1 and number >= '+4420' || lpad((step * 100000 / ($2 + 1))::text, 8, '0')
       order by number limit 1) n`,
    [client, searchesOfCase],
  )
  return rows.map(({ number }) => number)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const searchApi = async (
  origin: string,
  token: string,
  { numbers = [], number_prefix }: Pick<PayloadFilter, 'numbers' | 'number_prefix'>,
  index: number,
): Promise<void> => {
  const query = new URLSearchParams({ limit: String(pageSize) })
  for (const [at, number] of numbers.entries()) query.set(`filter[numbers][${at}]`, number)
  if (number_prefix !== undefined) query.set('filter[number_prefix]', number_prefix)
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(index) }
  const answer = await fetch(`${origin}/api/client/v1/${client}/payloads?${query}`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`A search for ${query} was answered with ${answer.status}`)
}

/** The statement of the page, with roles already evaluated. */
const searchBare = async (bare: pg.Client, { person, filterOf }: NumberSearch, number: string): Promise<void> => {
  const role = { role_reference: person, permissions: people[person] ?? [] }
  const access = accessFor(compileRoles([role], { client }), { address: '10.0.0.1' })
  const groups = groupNames.map((group_reference) => ({ group_reference, tags: [] }))
  const visible = access.visibility('payloads:read', groups, payloadTypes)
  const filter: PayloadFilter = { date_filter_type: 'payload_time', ...filterOf(number) }
  const order = { sort: 'desc', limit: pageSize + 1, position: null } as const
  const isPrefixFrequent = (filter.number_prefix?.length ?? Number.POSITIVE_INFINITY) <= 5
  const page = payloadPageStatement({ client, filter, ...order, isPrefixFrequent }, visible)
  if (!page) throw new Error(`${person} see nothing`)
  await bare.query(page.sql, [...page.parameters])
}
