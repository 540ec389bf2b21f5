import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Job } from '../../apps/server/src/core/jobs.ts'
import { destroyPayloads } from '../../apps/server/src/modules/destruction/index.ts'
import { insertPolicy, noRules, nothingFreed } from '../../apps/server/src/modules/retention/stored-policies.ts'
import { buildWordIndex } from '../../apps/server/src/modules/word-index/build-word-index.ts'
import { pruneVocabulary } from '../../apps/server/src/modules/word-index/prune-vocabulary.ts'
import type { WordIndexJob } from '../../apps/server/src/modules/words/index.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { addMessage } from '../../apps/server/test/sealed-messages.ts'
import { dumpInstallation } from '../setup/dump-installation.ts'
import { Exports } from '../setup/exports.ts'
import { anAccount } from '../setup/test-account.ts'

/** A word that one message and the comments on it have, and nothing else. */
const marker = 'nightingale7431'
const prefix = 'nightingale*'
const dayMs = 86_400_000

const open = () =>
  anAccount()
    .withGroups('London')
    .withDevice('London-1', 'London')
    .withPerson('boss', 'Account Administrator')
    .withPerson('ruth', 'Compliance Officer')
    .withPerson('lena', 'Reviewer')
    .open()

let account: Awaited<ReturnType<typeof open>>
let owner: pg.Client
let base: string
beforeAll(async () => {
  account = await open()
  base = `/api/client/v1/${account.client}`
  owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  const settings = { is_word_search_on: true, is_asking_before_pictures: false }
  await send('PUT', `/api/admin/v1/${account.client}/account/settings`, settings, 'boss')
})
afterAll(async () => {
  await owner?.end()
  await account?.close()
})

const platform = () => account.server.api.platform
const run = (job: Job<WordIndexJob>) =>
  job.handle({ platform: platform(), attempt: 1, signal: new AbortController().signal }, { client: account.client })
const send = async (method: string, path: string, body: object, who: 'boss' | 'ruth' | 'lena') => {
  const answer = await account.server.call(method, path, { token: account.tokens[who], body })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}
const get = (path: string) => account.server.call('GET', `${base}${path}`, { token: account.tokens.ruth })
const found = async (text: string): Promise<string[]> => {
  const query = new URLSearchParams({ 'filter[text]': text })
  const page = await account.server.getJson<{ items: { payload_reference: string }[] }>(
    `${base}/payloads?${query}`,
    account.tokens.ruth,
  )
  return page.items.map(({ payload_reference }) => payload_reference)
}
const exported = async (): Promise<string> => {
  const exports = new Exports(account.server, account.client)
  const { ruth } = account.tokens
  const files = await Promise.all(['listPayloads', 'listConversations'].map((list) => exports.file(ruth, { list })))
  return files.join('\n')
}

/** As bytes of text may be stored: as they are, in base64 at any place, and as hexadecimal digits. */
const formsOf = (word: string): string[] => [
  word,
  ...[0, 1, 2].map((place) =>
    Buffer.from(`${' '.repeat(place)}${word}`)
      .toString('base64')
      .slice(place === 0 ? 0 : 4, -4),
  ),
  Buffer.from(word).toString('hex'),
]
const traces = async (): Promise<string[]> => {
  const dump = await dumpInstallation(owner, fileURLToPath(platform().settings.objectsUrl))
  const lines = dump.split('\n').map((line) => [line, line.toLowerCase()] as const)
  return formsOf(marker).flatMap((form) =>
    lines.filter(([line, lower]) => line.includes(form) || lower.includes(form)).map(([line]) => line),
  )
}

it('no word of a destroyed message is found: not by search, in its parts, exports, the database or the store', async () => {
  const payload_time = new Date(Date.now() - 30 * dayMs)
  const made = { payload_time, registered_at: payload_time }
  const reference = await addMessage(account, `Sell ${marker} at ten`, { group: 'London', fields: made })
  const other = await addMessage(account, 'Sell nothing', { group: 'London' })
  const comments = `${base}/payloads/${reference}/comments`
  await send('POST', comments, { message: `@lena is ${marker} a share?`, mentions: ['lena'] }, 'ruth')
  await send('POST', comments, { message: `${marker} is a code` }, 'lena')
  await run(buildWordIndex)
  expect(await found(prefix)).toEqual([reference])
  const asked = await get(`/payloads/${reference}/data?action=play`)
  const cookie = asked.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const { s3_url } = (await asked.json()) as { s3_url: string }
  const readAgain = async () => (await account.server.call('GET', s3_url, { headers: { cookie } })).text()
  expect(await readAgain()).toContain(marker)
  expect(await exported()).toContain(reference)
  expect((await traces()).length).toBeGreaterThan(0)

  const days = { retention_timestamp: 'payload_time' as const, delete_after_days: 10, destroy_after_days: 20 }
  const rule = { payload_type: 'SMS' as const, ...days, required_receipts: [], required_transfers: [] }
  await account.write((tx) =>
    insertPolicy(tx, {
      ...noRules,
      payloads: [rule],
      ...nothingFreed,
      version: 1,
      saved_by: 'ruth',
      effective_at: tx.now,
    }),
  )
  const outcomes = await destroyPayloads(platform(), account.client, [reference, other], {
    run_id: newId(),
    by: 'ruth',
  })
  expect(outcomes).toMatchObject([{ result: 'destroyed' }, { result: 'kept' }])
  await run(pruneVocabulary)

  expect(await traces()).toEqual([])
  const { rows } = await owner.query(
    'select payload_reference from app.payload_words union select payload_reference from app.indexed_texts where cardinality(words) > 0',
  )
  expect(rows).toEqual([{ payload_reference: other }])
  expect(await found(prefix)).toEqual([])
  expect(await found('sell')).toEqual([other])
  expect(await readAgain()).not.toContain(marker)
  expect(await (await get(`/payloads/${reference}/data?action=play`)).text()).not.toContain('s3_url":"')
  for (const path of ['', '/comments', '/audit']) {
    const answer = await get(`/payloads/${reference}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text()).not.toContain(marker)
  }
  // The fact that somebody commented stays known.
  const { items } = (await (await get('/comments')).json()) as { items: object[] }
  expect(items).toMatchObject([
    { comment_body: '', raised_by: 'lena' },
    { comment_body: '', raised_by: 'ruth' },
  ])
  expect(await exported()).not.toContain(marker)
})
