import type { AccountDefaults, UserProfile } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

let server: TestServer
let boss: string
const path = '/api/admin/v1/acme/account/defaults'
const profile = '/api/admin/v1/acme/profile'

beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
})
afterAll(() => server?.stop())

const read = () => server.getJson<AccountDefaults>(path, boss)
const put = async (changes: Record<string, unknown>) => {
  const { version, user_group, role, cidr_ranges } = await read()
  const response = await server.call('PUT', path, {
    token: boss,
    body: { version, user_group, role, cidr_ranges, ...changes },
  })
  return { status: response.status, body: (await response.json()) as AccountDefaults & { code?: string } }
}

/** Signs in somebody whose identity names neither role nor group. */
const signInPlain = async (user_reference: string): Promise<string> => {
  await server.api.platform.identity.savePerson('acme', {
    user_reference,
    email: `${user_reference}@example.com`,
    name: user_reference,
    roles: null,
    user_group: null,
    password: 'correct horse battery staple',
  })
  return server.signInAgain('acme', user_reference)
}

describe('account defaults', () => {
  test('are empty in a new account', async () => {
    expect(await read()).toMatchObject({ user_group: null, role: null, cidr_ranges: null, version: 1 })
  })

  test('apply to people whose identity names no roles, and to those who signed in before from their next call', async () => {
    const early = await signInPlain('early.bird')
    const named = await server.signIn('acme', { user_reference: 'named', roles: [] })
    expect(await server.getJson<UserProfile>(profile, early)).toMatchObject({ roles: [], user_group: null })
    expect(await put({ role: 'Auditor', user_group: 'Equities' })).toMatchObject({
      status: 200,
      body: { role: 'Auditor', user_group: 'Equities', version: 2, updated_by: 'boss' },
    })
    const late = await signInPlain('newcomer')
    const rolesNow = () =>
      Promise.all([early, late, named].map(async (token) => (await server.getJson<UserProfile>(profile, token)).roles))
    expect(await rolesNow()).toEqual([['Auditor'], ['Auditor'], []])
    expect(await server.getJson<UserProfile>(profile, late)).toMatchObject({
      user_group: 'Equities',
      actions: ['audit:read', 'transfers:read'],
    })
    await put({ role: 'Device Manager' })
    expect(await rolesNow()).toEqual([['Device Manager'], ['Device Manager'], []])
    await put({ role: null })
    expect(await rolesNow()).toEqual([[], [], []])
    await put({ role: 'Auditor' })
    expect(await rolesNow()).toEqual([['Auditor'], ['Auditor'], []])
  })

  test('no longer apply once the identity has named roles, also when it later names none', async () => {
    await signInPlain('promoted')
    await server.signIn('acme', { user_reference: 'promoted', roles: ['Device Manager'] })
    const token = await signInPlain('promoted')
    await put({ role: null })
    expect((await server.getJson<UserProfile>(profile, token)).roles).toEqual(['Device Manager'])
    await put({ role: 'Auditor' })
    expect((await server.getJson<UserProfile>(profile, token)).roles).toEqual(['Device Manager'])
  })

  test('cannot take the role of whoever edits them without confirmation', async () => {
    await put({ role: 'Account Administrator' })
    const heir = await signInPlain('heir')
    await server.acceptTerms('acme', heir)
    const { version, user_group, cidr_ranges } = await read()
    const slip = { version, user_group, role: null, cidr_ranges }
    const change = (body: object) => server.call('PUT', path, { token: heir, body })
    const refused = await change(slip)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'account.would_lose_role' }])
    expect(await read()).toMatchObject({ version, role: 'Account Administrator' })
    expect((await change({ ...slip, role: 'Account Administrator', user_group: null })).status).toBe(200)
    expect((await change({ ...slip, version: version + 1, confirmation: 'acme' })).status).toBe(200)
    expect((await server.getJson<UserProfile>(profile, heir)).roles).toEqual([])
  })

  test('apply to people who sign in while they are being changed', async () => {
    for (const role of ['Device Manager', 'Auditor']) {
      const [tokens] = await Promise.all([
        Promise.all(['first', 'second', 'third'].map((name) => signInPlain(`${name}.${role.slice(0, 3)}`))),
        put({ role }),
      ])
      for (const token of tokens) expect((await server.getJson<UserProfile>(profile, token)).roles).toEqual([role])
    }
  })

  test('are changed with before and after on the trail', async () => {
    const before = await read()
    await put({ cidr_ranges: ['127/8', '0.0.0.0/0'] })
    const row = await server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['events', 'user_id'])
        .where('client', '=', 'acme')
        .where('action', '=', 'account:write')
        .orderBy('log_id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    const { user_group, role, cidr_ranges } = before
    const details = {
      before: { user_group, role, cidr_ranges },
      after: { user_group, role, cidr_ranges: ['127/8', '0.0.0.0/0'] },
      people: 0,
    }
    const limit = { cidr_ranges: ['127/8', '0.0.0.0/0'], lapses_at: expect.any(String) }
    const events = [
      { event: 'account_defaults.updated', details },
      { event: 'account_limit.set', details: limit },
    ]
    expect(row).toEqual({ user_id: 'boss', events })
  })

  test.each([
    ['a group that does not exist', { user_group: 'Nowhere' }, 409, 'group.unknown'],
    ['a role that does not exist', { role: 'Nobody' }, 409, 'role.unknown'],
    ['a role that gives more than its author has', { role: 'Reviewer' }, 403, 'access.exceeds_own'],
    ['an invalid range', { cidr_ranges: ['256.0.0.0/8'] }, 400, 'request.invalid'],
    ['an invalid prefix', { cidr_ranges: ['10.0.0.0/33'] }, 400, 'request.invalid'],
    ['the same range twice', { cidr_ranges: ['10/8', '10/8'] }, 400, 'request.invalid'],
    ['too many ranges', { cidr_ranges: Array.from({ length: 1001 }, (_, n) => `10.0.${n % 255}.0/${n % 32}`) }, 400],
    ['a field that the client cannot set', { updated_by: 'somebody' }, 400, 'request.invalid'],
  ])('refuse %s, and stay unchanged', async (_what, changes, status, code = 'request.invalid') => {
    const before = await read()
    expect(await put(changes as Record<string, unknown>)).toMatchObject({ status, body: { code } })
    expect(await read()).toEqual(before)
  })

  test('refuse the second of two edits that are saved at once', async () => {
    const { version } = await read()
    const answers = await Promise.all(['127/8', '127.0.0.1/32'].map((range) => put({ version, cidr_ranges: [range] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)
    expect(await read()).toEqual(winner?.body)
  })

  test('store an empty list of ranges as no limit', async () => {
    expect(await put({ cidr_ranges: [] })).toMatchObject({ status: 200, body: { cidr_ranges: null } })
  })
})
