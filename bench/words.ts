import { accessFor, compileRoles } from '@holdfast/access'
import type { PayloadType } from '@holdfast/contract'
import pg from 'pg'
import {
  hitPayloadsStatement,
  hitsStatement,
  pageConditions,
  type SearchedList,
} from '../apps/server/src/modules/payloads/index.ts'
import {
  candidatesQuery,
  countTermsStatement,
  isInComments,
  matchesOf,
  rarestOf,
  type WordHashes,
  type WordSearch,
} from '../apps/server/src/modules/words/index.ts'
import type { Statement } from '../apps/server/src/platform/database/index.ts'
import { typeParsers } from '../apps/server/src/platform/database/type-parsers.ts'
import type { Position } from '../apps/server/src/platform/http/index.ts'
import { type Figure, median, milliseconds, percentile, printTable, share, whole } from './report.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { groupNames, people } from './setup/list-cases.ts'
import { fillPayloads } from './setup/payload-rows.ts'
import { createPerson, signIn } from './setup/sign-in.ts'
import { fillContents, fillWords, keyOfRank, wordOfRank } from './setup/word-rows.ts'

const rounds = 3
/** As many hits as the portal asks for. */
const pageSize = 20
const requestsOfRound = Number(process.env.HOLDFAST_BENCH_REQUESTS ?? 60)
const messageTypes: readonly PayloadType[] = ['SMS', 'MMS', 'RCS']
const list: SearchedList = { client, filter: { date_filter_type: 'payload_time' }, sort: 'desc' }

interface SearchCase {
  name: string
  person: string
  ranks: readonly [number, number]
}

const cases: readonly SearchCase[] = ['all groups', 'half of the groups'].flatMap((person) => [
  { name: `${person}: two common words`, person, ranks: [2, 3] as const },
  { name: `${person}: a common and a rare word`, person, ranks: [2, 900] as const },
  { name: `${person}: two rare words`, person, ranks: [400, 500] as const },
])

/** Quality bar 12: a page of messages with two words, beside the same statements without roles, trail, snippets and HTTP. */
export const run = async (): Promise<Figure[]> => {
  const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? 500_000)
  const installation = await createInstallation()
  try {
    await fillPayloads(installation.owner, rows)
    const hashes = await fillWords(installation)
    return await measure(installation, hashes)
  } finally {
    await installation.remove()
  }
}

const measure = async (installation: Installation, hashes: WordHashes): Promise<Figure[]> => {
  const bare = new pg.Client({
    connectionString: installation.databaseUrl,
    options: '-c search_path=app -c timezone=UTC',
    types: typeParsers,
  })
  await bare.connect()
  const counted = await installation.owner.query<{ messages: string; words: string }>(
    `select (select count(*) from app.payloads where payload_type in ('SMS', 'MMS', 'RCS')) as messages,
      (select count(*) from app.payload_words) as words`,
  )
  for (const [person, permissions] of Object.entries(people)) {
    await createPerson(installation.platform, person, permissions)
  }
  const api = await installation.startApi()
  try {
    const results = []
    const filled = new Set<string>()
    const text = `Text with ${cases.flatMap(({ ranks }) => ranks.map(wordOfRank)).join(' and ')} in it`
    for (const searchCase of cases) {
      const search = searchOf(searchCase, hashes)
      const references = await searchBare(bare, search)
      await fillContents(installation, new Set(references).difference(filled), text)
      for (const reference of references) filled.add(reference)
      const token = await signIn(api.origin, searchCase.person)
      const ours: number[] = []
      const theirs: number[] = []
      // The first requests only warm up the server.
      for (let request = 0; request < requestsOfRound; request++)
        await searchApi(api.origin, token, searchCase, request)
      for (let round = 0; round < rounds; round++) {
        for (let request = 0; request < requestsOfRound; request++) {
          ours.push(await timed(() => searchApi(api.origin, token, searchCase, request)))
          theirs.push(await timed(() => searchBare(bare, search)))
        }
      }
      results.push({ searchCase, hits: references.length, ours, theirs })
    }
    const { messages = 0, words = 0 } = counted.rows[0] ?? {}
    printTable(
      `Word search: ${whole(Number(messages))} messages, ${whole(Number(words))} words, one request after the other`,
      ['search', 'hits of the page', 'p50', 'p95', 'bare p50', 'bare p95', 'of bare'],
      results.map(({ searchCase, hits, ours, theirs }) => [
        searchCase.name,
        hits,
        ...[ours, theirs].flatMap((taken) => [milliseconds(median(taken)), milliseconds(p95(taken))]),
        share(median(theirs) / median(ours)),
      ]),
    )
    const worst = Math.max(...results.map(({ ours }) => p95(ours)))
    const ratio = Math.min(...results.map(({ ours, theirs }) => median(theirs) / median(ours)))
    return [
      { name: 'Word search, two words, p95', value: milliseconds(worst), bar: '≤ 50 ms', meets: worst <= 50 },
      { name: 'Word search beside bare SQL', value: share(ratio), bar: '≥ 50 %', meets: ratio >= 0.5 },
    ]
  } finally {
    await api.stop()
    await bare.end()
  }
}

const p95 = (taken: readonly number[]): number =>
  percentile(
    [...taken].sort((a, b) => a - b),
    0.95,
  )

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const searchApi = async (origin: string, token: string, { ranks }: SearchCase, request: number): Promise<void> => {
  const types = messageTypes.map((type, at) => `filter[payload_types][${at}]=${type}`).join('&')
  const text = encodeURIComponent(ranks.map(wordOfRank).join(' '))
  const path = `/api/client/v1/${client}/payloads?limit=${pageSize}&${types}&filter[text]=${text}`
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(request) }
  const answer = await fetch(origin + path, { headers })
  const body = (await answer.json()) as { items?: readonly { snippet?: unknown }[] }
  if (!body.items?.every(({ snippet }) => snippet)) throw new Error(`${answer.status}: a hit without its snippet`)
}

/** What a person may search, with roles already evaluated. */
const searchOf = ({ person, ranks }: SearchCase, hashes: WordHashes): WordSearch => {
  const role = { role_reference: person, permissions: people[person] ?? [] }
  const groups = groupNames.map((group_reference) => ({ group_reference, tags: [] }))
  const access = accessFor(compileRoles([role], { client }), { address: '10.0.0.1' })
  const scopes = access.visibility('payloads:play', groups, [...messageTypes]).map((visible) => ({
    payload_types: visible.payload_types,
    groups: visible.groups === 'all' ? null : visible.groups,
    sources: ['message'] as const,
  }))
  const terms = ranks.map((rank) => ({ message: [hashes.ofWord('message', keyOfRank(rank))], comment: [] }))
  return { client, scopes, terms, excluded: [] }
}

/** The statements of a page, as many as Holdfast would issue. */
const searchBare = async (bare: pg.Client, search: WordSearch): Promise<string[]> => {
  const execute = async <Row extends object>({ sql, parameters }: Statement<Row>): Promise<Row[]> =>
    (await bare.query<Row>(sql, [...parameters])).rows
  const { sort } = list
  const counted = { conditions: pageConditions(list, null), sort, limit: 2000 }
  const { term, rows: found } = rarestOf(await execute(countTermsStatement(search, counted)), sort)
  const references: string[] = []
  let position: Position | null = null
  for (const limit of found <= 1500 ? [4096, 16_384] : [256, 1024, 4096, 16_384]) {
    const conditions = pageConditions(list, position)
    const candidates = candidatesQuery(search, { term, conditions, sort, limit })
    const otherwise = isInComments(search)
    const rows = await execute(
      hitsStatement({ list, candidates, ...matchesOf(search, term), otherwise, limit: pageSize - references.length }),
    )
    const hits = rows.filter(({ scope }) => scope !== null)
    references.push(...hits.map(({ payload_reference }) => payload_reference))
    const last = rows.find(({ scope }) => scope === null)
    if (references.length === pageSize || !last || !(last.is_cut || last.walked === limit)) break
    position = [last.payload_time, last.payload_reference]
  }
  await execute(hitPayloadsStatement(list, references))
  return references
}
