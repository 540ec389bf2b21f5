import { type AccountSettings, defaultDispositions, type UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../../../../../tests/setup/server.ts'
import { anAccount } from '../../../../../tests/setup/test-account.ts'

const path = '/api/admin/v1/acme/account/settings'
const unset = {
  is_word_search_on: false,
  is_asking_before_pictures: false,
  playback_reason_kind: 'none',
  playback_reasons: [],
  needs_second_person: false,
  hold_release_needs_second_person: false,
  hold_release_days: 7,
}
const chosen = {
  is_word_search_on: true,
  is_asking_before_pictures: true,
  playback_reason_kind: 'list',
  playback_reasons: ['Complaint'],
  needs_second_person: false,
  hold_release_needs_second_person: false,
  hold_release_days: 7,
}

let server: TestServer
const tokens = { boss: '', ruth: '', hank: '' }

beforeAll(async () => {
  const account = await anAccount('acme')
    .withGroups('Equities')
    .withPerson('boss', 'Account Administrator')
    .withPerson('ruth', 'Reviewer')
    .open()
  server = account.server
  await server.openAccount('globex')
  tokens.boss = account.tokens.boss
  tokens.ruth = account.tokens.ruth
  tokens.hank = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
})
afterAll(() => server?.stop())

const put = (body: object, token = tokens.boss) => server.call('PUT', path, { token, body })
const inProfile = async (account: string, token: string) =>
  (await server.getJson<UserProfile>(`/api/admin/v1/${account}/profile`, token)).account_settings

it('nothing is chosen until somebody sets it', async () => {
  const settings = await server.getJson<AccountSettings>(path, tokens.boss)
  const dispositions = defaultDispositions
  const before = { hold_release_strict_until: null, updated_at: null, updated_by: null, version: 0 }
  expect(settings).toEqual({ client: 'acme', ...unset, dispositions, ...before })
  expect(await inProfile('acme', tokens.ruth)).toEqual({ ...unset, dispositions })
})

it('what is chosen appears in the profile of everybody in the account, and of no other account', async () => {
  const response = await put({ version: 0, ...chosen })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ client: 'acme', ...chosen, version: 1, updated_by: 'boss' })
  expect(await inProfile('acme', tokens.ruth)).toEqual({ ...chosen, dispositions: defaultDispositions })
  expect(await inProfile('globex', tokens.hank)).toEqual({ ...unset, dispositions: defaultDispositions })
})

it('an edit of an old version is refused, and each edit is on the trail', async () => {
  expect((await put({ version: 0, ...unset })).status).toBe(409)
  expect((await put({ version: 1, ...chosen, is_word_search_on: false })).status).toBe(200)
  const rows = await server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['events', 'status_code'])
      .where('client', '=', 'acme')
      .where('call', '=', 'PUT /account/settings')
      .orderBy('log_id')
      .execute(),
  )
  expect(rows.map(({ status_code }) => status_code)).toEqual([200, 409, 200])
  expect(rows.at(-1)?.events).toMatchObject([
    { event: 'account_settings.updated', details: { before: chosen, after: { ...chosen, is_word_search_on: false } } },
  ])
})

it('two people who save the same version do not overwrite each other', async () => {
  const { version } = await server.getJson<AccountSettings>(path, tokens.boss)
  const answers = await Promise.all([put({ version, ...chosen }), put({ version, ...unset })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

it('who may not change the account can neither read nor change its settings', async () => {
  expect((await put({ ...unset }, tokens.ruth)).status).toBe(403)
  expect((await server.call('GET', path, { token: tokens.ruth })).status).toBe(403)
  expect((await put({ ...unset }, tokens.hank)).status).toBe(401)
})

it.each([{}, { ...unset, is_word_search_on: 'yes' }, { is_word_search_on: true }, { ...unset, extra: 1 }])(
  'refuses %j',
  async (body) => expect((await put(body)).status).toBe(400),
)
