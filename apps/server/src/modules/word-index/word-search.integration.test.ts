import {
  type ListedPayload,
  type Permission,
  type SearchProblem,
  searchProblems,
  type WordIndex,
} from '@holdfast/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { addMessage, type NewMessage } from '../../../test/sealed-messages.ts'
import { replaceStoredBytes } from '../../../test/stored-content.ts'
import type { Job } from '../../core/jobs.ts'
import { migrations, readCustodyEvents } from '../../platform/database/index.ts'
import { findPayload, pageConditions, transition } from '../payloads/index.ts'
import {
  candidatesQuery,
  deleteIndexPage,
  holdWordIndex,
  lockWordIndex,
  readWordIndex,
  updateWordIndex,
  type WordIndexJob,
  type WordSearch,
} from '../words/index.ts'
import { buildWordIndex } from './build-word-index.ts'
import { pruneVocabulary } from './prune-vocabulary.ts'
import { removeWordIndex } from './remove-word-index.ts'
import { resumeWordIndexes } from './resume-word-indexes.ts'

interface Page {
  items: ListedPayload[]
  count: number
  last_key: string | null
  searched_back_to: string | null
  left_out: string[]
  shortened: string[]
  is_index_complete: boolean
}

const inGroup = (...actions: string[]): Permission[] =>
  actions.map((actions_matching) => ({ actions_matching, conditions: [{ names_matching: 'London' }] }) as Permission)

const desks = Array.from({ length: 40 }, (_, place) => `Desk ${place}`)

const open = () =>
  anAccount()
    .withGroups('London', 'Lisbon', ...desks)
    .withDevice('London-1', 'London')
    .withDevice('Lisbon-1', 'Lisbon')
    .withRole('London reviewer', inGroup('payloads:read', 'payloads:play', 'comments:read'))
    .withRole('London clerk', inGroup('payloads:read'))
    .withRole('Reader', [{ actions_matching: 'payloads:read' }, { actions_matching: 'comments:read' }] as Permission[])
    .withRole('Desk reviewer', [
      { actions_matching: 'payloads:*', conditions: [{ names_matching: 'L.*|Desk .*', is_regex: true }] },
    ] as Permission[])
    .withPerson('dora', 'Desk reviewer')
    .withPerson('boss', 'Account Administrator')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('lena', 'London reviewer')
    .withPerson('carl', 'London clerk')
    .withPerson('rita', 'Reader')
    .open()

let account: Awaited<ReturnType<typeof open>>
let base: string
beforeAll(async () => {
  account = await open()
  base = `/api/client/v1/${account.client}`
  await setWordSearch(account, true)
})
afterAll(() => account?.close())

const settingsPath = (of: TestAccount) => `/api/admin/v1/${of.client}/account/settings`
const setWordSearch = async (of: Awaited<ReturnType<typeof open>>, is_word_search_on: boolean) => {
  const body = { is_word_search_on, is_asking_before_pictures: false }
  const { status } = await of.server.call('PUT', settingsPath(of), { token: of.tokens.boss, body })
  expect(status).toBe(200)
  if (is_word_search_on) await run(of, buildWordIndex)
  else await run(of, removeWordIndex)
}
const run = (of: TestAccount, job: Job<WordIndexJob>) =>
  job.handle(
    { platform: of.server.api.platform, attempt: 1, signal: new AbortController().signal },
    { client: of.client },
  )

/** Adds messages and indexes them. */
const add = async (...messages: [Parameters<typeof addMessage>[1], Partial<NewMessage>?][]): Promise<string[]> => {
  const references: string[] = []
  for (const [content, message] of messages) {
    references.push(await addMessage(account, content, { group: 'London', ...message }))
  }
  await rebuild()
  return references
}
const rebuild = async () => {
  const path = `/api/admin/v1/${account.client}/word_index/rebuild`
  expect((await account.server.call('POST', path, { token: account.tokens.boss })).status).toBe(200)
  await run(account, buildWordIndex)
}

const queryOf = (text: string, rest: Record<string, string> = {}) =>
  new URLSearchParams({ 'filter[text]': text, ...rest }).toString()
const search = async (
  text: string,
  token = account.tokens.ruth,
  rest: Record<string, string> = {},
  list = '/payloads',
) => account.server.getJson<Page>(`${base}${list}?${queryOf(text, rest)}`, token)
const found = async (text: string, token?: string, rest?: Record<string, string>): Promise<string[]> =>
  (await search(text, token, rest)).items.map(({ payload_reference }) => payload_reference)
const total = async (text: string, token = account.tokens.ruth) =>
  account.server.getJson<{ total: number }>(`${base}/payloads?${queryOf(text, { query_result_type: 'total' })}`, token)
const refused = async (text: string, token = account.tokens.ruth, rest: Record<string, string> = {}) => {
  const response = await account.server.call('GET', `${base}/payloads?${queryOf(text, rest)}`, { token })
  const { code, details } = (await response.json()) as { code: string; details?: unknown }
  return { status: response.status, code, ...(details ? { details } : {}) }
}

describe('words', () => {
  it('of a message that is damaged meanwhile show no snippet, and the damage is recorded once', async () => {
    const [reference = ''] = await add(['the quokka agreed'])
    await replaceStoredBytes(account.server.api.platform, account.client, reference, Buffer.alloc(200))
    for (let time = 0; time < 2; time += 1) {
      const { items } = await search('quokka')
      expect(items).toMatchObject([{ payload_reference: reference, snippet: null }])
    }
    const payload = await account.read((tx) => findPayload(tx, reference))
    expect(payload?.damaged_at).toEqual(expect.any(String))
    const custody = await account.read((tx) =>
      readCustodyEvents(tx, reference, { limit: 10, actor_kinds: undefined, before: undefined }),
    )
    expect(custody).toMatchObject([{ event: 'payload.damage_found', actor: 'search', details: { found: 'malformed' } }])
  })

  it('find messages by text, subject and names of files, in any form, the newest first', async () => {
    const [first, second, third] = await add(
      ['The Prices were agreed at Lagoa', { fields: { payload_time: '2026-01-01T10:00:00.000Z' } }],
      [
        { subject: 'Negociação do preço', text: 'ok' },
        { payload_type: 'MMS', fields: { payload_time: '2026-01-02T10:00:00.000Z' } },
      ],
      [
        { text: 'see', attachments: [{ name: 'Lagoa price.pdf', content: '' }] },
        { payload_type: 'RCS', fields: { payload_time: '2026-01-03T10:00:00.000Z' } },
      ],
    )
    expect(await found('price lagoa')).toEqual([third, first])
    expect(await found('PRICES lagoa', undefined, { sort: 'asc' })).toEqual([first, third])
    expect(await found('negociações')).toEqual([second])
    expect(await found('negociacao preco')).toEqual([second])
    expect(await found('lagoa -agreed')).toEqual([third])
    expect(await found('lag* pdf')).toEqual([third])
    expect(await found('"lagoa price"')).toEqual([third])
    expect(await found('"price lagoa"')).toEqual([])
    expect(await found('lagoa -"were agreed"')).toEqual([third])
    expect(await found('lagoa', undefined, { 'filter[payload_types][0]': 'RCS' })).toEqual([third])
    expect(await found('lagoa', undefined, { 'filter[date_to]': '2026-01-02' })).toEqual([first])
    expect(await found('nowhere')).toEqual([])
    expect(await total('lagoa')).toEqual({ total: 2 })
  })

  it('are found in any spelling, digits and emojis too', async () => {
    const [plural, plain] = await add(
      ['as confirmações de Łódź 👍🏽, sala ١٢٣٤', { fields: { payload_time: '2026-01-02T10:00:00.000Z' } }],
      ['a confirmacao, Straße \u0130zmir 12 👍 ok', { fields: { payload_time: '2026-01-01T10:00:00.000Z' } }],
    )
    for (const text of ['confirmacao', 'confirmações', 'confirmação', 'CONFIRMACOES', 'confirm*', '👍', '👍🏿']) {
      expect([text, await found(text)]).toEqual([text, [plural, plain]])
    }
    for (const text of ['lodz', '１２３４', '"lodz sala"', '"lodz 👍 sala"'])
      expect([text, await found(text)]).toEqual([text, [plural]])
    for (const text of ['strasse', 'izmir', '"12 ok"']) expect([text, await found(text)]).toEqual([text, [plain]])
    const [hit] = (await search('👍 lodz')).items
    const { text = '', highlights = [] } = hit?.snippet ?? {}
    expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual(['Łódź', '👍🏽'])
  })

  it('come with snippets whose highlights are ranges, never markup', async () => {
    const text = `${'Some words before it. '.repeat(10)}<b>Quartz</b> & "quartzes" ${'and after. '.repeat(40)}`
    await add([text])
    const [item] = (await search('quartz')).items
    const { place, text: shown, highlights } = item?.snippet ?? { place: '', text: '', highlights: [] }
    expect(place).toBe('text')
    expect(shown).toMatch(/^….*<b>Quartz<\/b> & "quartzes".*…$/)
    expect(shown.length).toBeLessThan(180)
    expect(highlights.map(({ start, end }) => shown.slice(start, end))).toEqual(['Quartz', 'quartzes'])
    const [phrase] = (await search('"b quartz"')).items
    expect(phrase?.snippet?.highlights.map(({ start, end }) => phrase.snippet?.text.slice(start, end))).toEqual([
      'b>Quartz',
    ])
  })

  it('find recordings by comments on them', async () => {
    const call = await account.addCall(7, 'London', { sequence: 90_007 })
    const comment = (message: string) =>
      account.server.call('POST', `${base}/payloads/${call}/comments`, {
        token: account.tokens.ruth,
        body: { message },
      })
    const written = (await (await comment('Ask about the zephyr')).json()) as { comment_id: string }
    expect(await found('zephyr')).toEqual([call])
    expect((await search('zephyr')).items[0]?.snippet).toMatchObject({ place: 'comment', text: 'Ask about the zephyr' })
    expect(await found('zephyr', account.tokens.carl)).toEqual([])
    const path = `${base}/payloads/${call}/comments/${written.comment_id}`
    await account.server.call('PUT', path, { token: account.tokens.ruth, body: { message: 'Ask about the mistral' } })
    expect([await found('zephyr'), await found('mistral')]).toEqual([[], [call]])
    await account.server.call('DELETE', path, { token: account.tokens.ruth })
    expect(await found('mistral')).toEqual([])
  })

  it('are left out, or refused, with a reason', async () => {
    expect((await search('the quartz of')).left_out).toEqual(['the', 'of'])
    const problem = (problem: SearchProblem) => ({
      status: 400,
      code: 'search.unreadable',
      details: { problem, reason: searchProblems[problem] },
    })
    expect(await refused('of the')).toEqual(problem('no_words'))
    expect(await refused('-quartz')).toEqual(problem('only_exclusions'))
    expect(await refused('qu*')).toEqual(problem('short_prefix'))
    expect(await refused('quartz', undefined, { 'filter[date_filter_type]': 'updated_at' })).toEqual(
      problem('other_order'),
    )
    expect(await refused('x'.repeat(201))).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(await refused('quartz', undefined, { last_key: 'forged' })).toMatchObject({ code: 'list.bad_last_key' })
    for (const text of ["'; drop table payloads; --", '%', '\\', '((((', '\u202equartz', '👍👍']) {
      expect([200, 400]).toContain(
        (await account.server.call('GET', `${base}/payloads?${queryOf(text)}`, { token: account.tokens.ruth })).status,
      )
    }
  })
})

describe('pages', () => {
  it('continue where the last one ended, with no hit twice', async () => {
    const times = Array.from({ length: 7 }, (_, place) => `2026-02-0${place + 1}T10:00:00.000Z`)
    const references = await add(
      ...times.map((payload_time): [string, Partial<NewMessage>] => ['cobalt cobalts', { fields: { payload_time } }]),
    )
    const pages: string[][] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const page: Page = await search('cobalt', undefined, { limit: '3', ...(last_key ? { last_key } : {}) })
      pages.push(page.items.map(({ payload_reference }) => payload_reference))
      expect(page.searched_back_to).toBeNull()
      last_key = page.last_key
    }
    expect(pages.flat()).toEqual(references.toReversed())
    const { last_key: ofOther } = await search('cobalt', undefined, { limit: '3' })
    expect(await refused('other', undefined, { last_key: ofOther ?? '' })).toMatchObject({ code: 'list.bad_last_key' })
  })
})

describe('many groups', () => {
  it('are read in parts, and give the same pages as all groups at once', async () => {
    const at = (minute: number): Partial<NewMessage> => ({
      fields: { payload_time: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString() },
    })
    // More in London than one look-up reads, and some in Lisbon before, between and after them.
    const london = Array.from({ length: 70 }, (_, place) => at(place * 2))
    const lisbon = [-1, 41, 81, 121, 161].map((minute) => ({ ...at(minute), group: 'Lisbon' }))
    const references = await add(
      ...[...london, ...lisbon].map((fields): [string, Partial<NewMessage>] => ['feldspar', fields]),
    )
    const all = await found('feldspar', account.tokens.ruth, { limit: '100' })
    expect(new Set(all)).toEqual(new Set(references))
    expect(await found('feldspar', account.tokens.dora, { limit: '100' })).toEqual(all)
    expect(await found('feldspar', account.tokens.dora, { limit: '100', sort: 'asc' })).toEqual(all.toReversed())
    expect(await total('feldspar', account.tokens.dora)).toEqual({ total: 75 })
  })

  it('find a rare word together with a common one', async () => {
    const [both] = await add(['dolomite gypsum'], ...Array.from({ length: 5 }, (): [string] => ['dolomite']), [
      'gypsum',
    ])
    expect(await found('dolomite gypsum', account.tokens.dora)).toEqual([both])
  })
})

describe('nobody finds what they may not see', () => {
  it('of other groups, types and rights: no hit, total or prefix', async () => {
    const [here, there] = await add(['obsidian north'], ['obsidian obsidianite', { group: 'Lisbon' }])
    expect(await found('obsidian')).toEqual(expect.arrayContaining([here, there]))
    expect(await found('obsidian', account.tokens.lena)).toEqual([here])
    expect(await found('obsid*', account.tokens.lena)).toEqual([here])
    expect(await total('obsidian', account.tokens.lena)).toEqual({ total: 1 })
    expect(await found('obsidianite', account.tokens.lena)).toEqual([])
    // An exclusion tells nothing of what is hidden either.
    expect(await found('north -obsidianite', account.tokens.lena)).toEqual([here])
    expect(await found('obsidian', account.tokens.carl)).toEqual([])
    expect(await found('obsidian', account.tokens.rita)).toEqual([])
    expect(await found('obsidian', account.tokens.lena, { 'filter[groups][0]': 'Lisbon' })).toEqual([])
  })

  it('nor read it in a snippet, in an account that opens content only with a reason', async () => {
    const [reference = ''] = await add(['hidden tourmaline'])
    const choose = async (playback_reason_kind: 'none' | 'text') => {
      const body = { is_word_search_on: true, is_asking_before_pictures: false, playback_reason_kind }
      const { status } = await account.server.call('PUT', settingsPath(account), { token: account.tokens.boss, body })
      expect(status).toBe(200)
    }
    await choose('text')
    try {
      for (const text of ['tourmaline', '"hidden tourmaline"']) {
        expect((await search(text)).items).toMatchObject([{ payload_reference: reference, snippet: null }])
      }
    } finally {
      await choose('none')
    }
    expect((await search('tourmaline')).items).toMatchObject([{ snippet: { text: 'hidden tourmaline' } }])
  })

  it('personal, deleted, quarantined or destroyed', async () => {
    const references = await add(
      ['malachite'],
      ['malachite', { fields: { is_personal_number: true } }],
      ['malachite', { fields: { payload_state: 'Quarantined' } }],
      ['malachite', { fields: { payload_state: 'Failed' } }],
      ['malachite'],
    )
    const [kept = '', , , , destroyed = ''] = references
    await run(account, pruneVocabulary)
    expect((await found('malachite')).sort()).toEqual([kept, destroyed].sort())
    await move(destroyed, 'Deleted')
    expect(await found('malachite')).toEqual([kept])
    const before = await rowsOf('payload_words')
    await move(destroyed, 'Destroyed')
    expect(await rowsOf('payload_words')).toBe(before - 1)
    expect(await found('malach*')).toEqual([kept])
    await move(kept, 'Deleted')
    await move(kept, 'Destroyed')
    const words = await rowsOf('search_vocabulary')
    await run(account, pruneVocabulary)
    expect(await rowsOf('search_vocabulary')).toBe(words - 1)
  })

  it('reads no row of other groups and types', async () => {
    await add(['onyx'], ['onyx', { payload_type: 'MMS' }])
    const few = await rowsRead('onyx')
    const hidden = Array.from({ length: 30 }, (_, place): [string, Partial<NewMessage>] => [
      'onyx',
      place % 2 === 0 ? { group: 'Lisbon' } : { payload_type: 'RCS' },
    ])
    await add(...hidden)
    expect(await rowsRead('onyx')).toEqual(few)
    expect(few).toBe(2)
  })
})

/** How many rows of the index PostgreSQL reads for SMS and MMS in London. */
const rowsRead = (word: string): Promise<number> =>
  account.write(async (tx) => {
    const index = await readWordIndex(tx, account.server.api.platform.keys)
    const words = [index?.hashes.ofWord('message', word) ?? '']
    const search: WordSearch = {
      client: account.client,
      scopes: [{ payload_types: ['SMS', 'MMS'], groups: ['London'], sources: ['message'] }],
      terms: [{ message: words, comment: words }],
      excluded: [],
    }
    const list = { client: account.client, filter: { date_filter_type: 'payload_time' }, sort: 'desc' } as const
    const conditions = pageConditions(list, null)
    const query = candidatesQuery(search, { term: 0, conditions, sort: list.sort, limit: 100 })
    await sql`set local enable_seqscan = off`.execute(tx.db)
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`explain (analyze, format json) ${query}`.execute(
      tx.db,
    )
    return rows[0]?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + rowsIn(Plan), 0) ?? 0
  })

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const rowsIn = ({ Plans = [], ...node }: PlanNode): number => {
  const own =
    node['Relation Name'] === 'payload_words' ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0
  return own * node['Actual Loops'] + Plans.reduce((sum, plan) => sum + rowsIn(plan), 0)
}

describe('what is stored', () => {
  const everything = async (): Promise<string> => {
    const tables = [
      'payload_words',
      'indexed_texts',
      'search_vocabulary',
      'word_indexes',
      'user_activities',
      'custody_events',
    ]
    const texts = await account.read(async (tx) =>
      Promise.all(
        tables.map(async (table) => {
          const { rows } =
            await sql`select to_jsonb(t) as row from ${sql.table(table)} t where client = ${tx.client}`.execute(tx.db)
          return JSON.stringify(rows)
        }),
      ),
    )
    return texts.join('\n')
  }
  const asHex = (text: string) => Buffer.from(text).toString('hex')

  it('tells no word of a message, neither searched nor found', async () => {
    await add([
      { subject: 'Tourmaline', text: 'Peridot citrine', attachments: [{ name: 'Tanzanite.pdf', content: '' }] },
      { payload_type: 'MMS' },
    ])
    expect(await found('peridot tourmal*')).toHaveLength(1)
    const stored = (await everything()).toLowerCase()
    expect(stored).toContain('messages.searched')
    for (const word of ['tourmaline', 'tourmal', 'peridot', 'citrine', 'tanzanite']) {
      expect(stored).not.toContain(word)
      expect(stored).not.toContain(asHex(word))
    }
  })

  it('tells of a word neither its length nor with which letters it begins', async () => {
    await add(['no fee, internationalisation of the price 価格 42'])
    const { rows } = await account.read((tx) =>
      sql<object>`select array_agg(distinct octet_length(sealed)) as lengths,
          bool_and(bucket between 0 and 255) as are_shared from search_vocabulary where client = ${tx.client}`.execute(
        tx.db,
      ),
    )
    expect(rows).toEqual([{ lengths: [60], are_shared: true }])
  })

  it('has no entry of a former version any more after pruning', async () => {
    const words = await rowsOf('search_vocabulary')
    await account.write((tx) =>
      sql`insert into search_vocabulary (client, bucket, "group", payload_type, entry, words, sealed)
        select client, ${2 ** 40}, "group", payload_type, entry, words, sealed from search_vocabulary
        where client = ${tx.client} limit 1 on conflict do nothing`.execute(tx.db),
    )
    expect(await rowsOf('search_vocabulary')).toBe(words + 1)
    await run(account, pruneVocabulary)
    expect(await rowsOf('search_vocabulary')).toBe(words)
  })

  it('says once per page what was shown, on the trail and in each chain of custody', async () => {
    const [reference = ''] = await add(['amethyst'])
    await found('amethyst')
    const [entry] = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .selectAll()
        .where('client', '=', tx.client)
        .orderBy('log_id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entry).toMatchObject({
      user_id: 'ruth',
      call: 'GET /payloads',
      parameters: { filter: {} },
      events: [{ event: 'messages.searched', details: { payload_references: [reference] } }],
    })
    const events = await account.read((tx) =>
      tx.db
        .selectFrom('custody_events')
        .select('event')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', reference)
        .execute(),
    )
    expect(events).toEqual([{ event: 'messages.searched' }])
    await found('alexandrite')
    const [inVain] = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', tx.client)
        .orderBy('log_id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(inVain?.events).toEqual([{ event: 'messages.searched', details: { payload_references: [] } }])
    await refused('amethyst -')
    await refused('am*')
    expect((await everything()).toLowerCase()).not.toContain('am*')
  })
})

describe('the index', () => {
  const index = () =>
    account.server.getJson<WordIndex>(`/api/admin/v1/${account.client}/word_index`, account.tokens.boss)

  it('tells its progress, and is rebuilt only once at a time', async () => {
    expect(await index()).toMatchObject({ state: 'ready', ended_at: expect.any(String) })
    const path = `/api/admin/v1/${account.client}/word_index/rebuild`
    const rebuilt = await account.server.call('POST', path, { token: account.tokens.boss })
    expect(await rebuilt.json()).toMatchObject({ state: 'building', done: 0 })
    expect((await search('quartz')).is_index_complete).toBe(false)
    expect((await account.server.call('POST', path, { token: account.tokens.boss })).status).toBe(409)
    expect((await account.server.call('POST', path, { token: account.tokens.ruth })).status).toBe(403)
    await run(account, buildWordIndex)
    const { done, total: counted } = await index()
    expect(done).toBe(counted === null ? done : counted)
    expect((await search('quartz')).is_index_complete).toBe(true)
  })

  it('is gone when searching is turned off, and comes back with what there was', async () => {
    const hits = await found('quartz')
    expect(hits.length).toBeGreaterThan(0)
    await setWordSearch(account, false)
    expect([await rowsOf('payload_words'), await rowsOf('search_vocabulary'), await rowsOf('indexed_texts')]).toEqual([
      0, 0, 0,
    ])
    expect(await index()).toMatchObject({ state: 'off' })
    expect(await refused('quartz')).toEqual({ status: 409, code: 'search.off' })
    await setWordSearch(account, true)
    expect(await found('quartz')).toEqual(hits)
  })

  it('goes on where it was interrupted, also between turning off and on', async () => {
    const hits = await found('cobalt')
    const body = { is_word_search_on: false, is_asking_before_pictures: false }
    await account.server.call('PUT', settingsPath(account), { token: account.tokens.boss, body })
    await account.write(async (tx) => deleteIndexPage(tx, await lockWordIndex(tx)))
    await setWordSearch(account, true)
    expect(await found('cobalt')).toEqual(hits)
    const deleted = await account.server.call('DELETE', `/api/admin/v1/${account.client}/word_index`, {
      token: account.tokens.boss,
    })
    expect(await deleted.json()).toMatchObject({ state: 'removing' })
    const settings = await account.server.getJson<{ is_word_search_on: boolean }>(
      settingsPath(account),
      account.tokens.boss,
    )
    expect(settings.is_word_search_on).toBe(false)
  })

  it('is outdated if an earlier version built it, until it is rebuilt', async () => {
    await setWordSearch(account, true)
    await account.write((tx) => updateWordIndex(tx, { index_version: 1 }))
    expect(await index()).toMatchObject({ state: 'ready', is_outdated: true })
    expect((await search('quartz')).is_index_complete).toBe(false)
    await rebuild()
    expect(await index()).toMatchObject({ state: 'ready', is_outdated: false })
    expect((await search('quartz')).is_index_complete).toBe(true)
  })

  it('is built again by an upgrade', async () => {
    const hits = await found('quar*')
    expect(hits.length).toBeGreaterThan(0)
    const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
    await owner.connect()
    for (const statement of migrations['0118-words-rebuilt'] ?? []) await owner.query(statement)
    await owner.end()
    expect(await index()).toMatchObject({ state: 'building', done: 0 })
    expect((await search('quartz')).is_index_complete).toBe(false)
    const { platform } = account.server.api
    await resumeWordIndexes.handle({ platform, attempt: 1, signal: new AbortController().signal }, {})
    await run(account, buildWordIndex)
    expect(await index()).toMatchObject({ state: 'ready', is_outdated: false })
    expect(await found('quar*')).toEqual(hits)
  })

  it('is turned off and on while somebody changes texts, whom only the job waits for', async () => {
    const hits = await found('quartz')
    const path = `/api/admin/v1/${account.client}/word_index`
    const body = { is_word_search_on: true, is_asking_before_pictures: false }
    const token = account.tokens.boss
    const held = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const change = account.write(async (tx) => {
      await holdWordIndex(tx, account.server.api.platform.keys)
      held.resolve()
      await changed.promise
    })
    await held.promise
    expect((await account.server.call('DELETE', path, { token })).status).toBe(200)
    expect((await account.server.call('PUT', settingsPath(account), { token, body })).status).toBe(200)
    const building = run(account, buildWordIndex)
    await expect.poll(isAnyoneWaiting).toBe(true)
    changed.resolve()
    await Promise.all([change, building])
    expect(await index()).toMatchObject({ state: 'ready' })
    expect(await found('quartz')).toEqual(hits)
  })

  it('of one account finds nothing of another', async () => {
    await setWordSearch(account, true)
    await account.server.openAccount('globex')
    const hank = await account.server.signIn('globex', {
      user_reference: 'hank',
      roles: ['Compliance Officer', 'Account Administrator'],
    })
    expect((await account.server.call('GET', `${base}/payloads?${queryOf('quartz')}`, { token: hank })).status).toBe(
      401,
    )
    const body = { is_word_search_on: true, is_asking_before_pictures: false }
    await account.server.call('PUT', '/api/admin/v1/globex/account/settings', { token: hank, body })
    const own = await account.server.getJson<Page>(`/api/client/v1/globex/payloads?${queryOf('quartz')}`, hank)
    expect(own).toMatchObject({ items: [], last_key: null })
  })
})

const move = async (payload_reference: string, to: 'Deleted' | 'Destroyed') =>
  account.write(async (tx) => {
    const payload = await findPayload(tx, payload_reference)
    if (!payload) throw new Error('no such payload')
    const set = to === 'Deleted' ? { state_before_deletion: payload.payload_state } : {}
    const event = to === 'Deleted' ? 'payload.deleted' : 'payload.destroyed'
    await transition(tx, { kind: 'system', reference: 'test' }, payload, { to, event, set })
  })

/** Whether a transaction of this database waits for a row. */
const isAnyoneWaiting = async (): Promise<boolean> => {
  const { rows } = await account.read((tx) =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx.db),
  )
  return rows.length > 0
}

const rowsOf = async (table: 'payload_words' | 'search_vocabulary' | 'indexed_texts'): Promise<number> => {
  const row = await account.read((tx) =>
    tx.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('client', '=', tx.client)
      .executeTakeFirstOrThrow(),
  )
  return Number(row.rows)
}
