import {
  type AccessExplanation,
  type PayloadAccess,
  type PayloadState,
  payloadStates,
  type UserProfile,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountUnderAttack } from './account-under-attack.ts'

/** Explanations agree with what calls really allow, and reveal nothing that the caller may not see. */

let account: AccountUnderAttack
beforeAll(async () => {
  account = await AccountUnderAttack.start()
})
afterAll(() => account.stop())

const people = ['amir', 'sofia', 'boss'] as const
const recordings = ['equities', 'rates', 'personal'] as const
const explanationOf = (query: Record<string, string>) =>
  `/api/admin/v1/acme/access/explanation?${new URLSearchParams(query)}`
const accessTo = (reference: string) => `/api/client/v1/acme/payloads/${reference}/access`

describe('the explanation', () => {
  it.each(people.flatMap((person) => recordings.map((recording) => [person, recording] as const)))(
    'for %s and the recording of %s agrees with what they can play and download',
    async (person, recording) => {
      const payload_reference = account.recordings[recording]
      const { items } = await account.server.getJson<{ items: PayloadAccess[] }>(
        accessTo(payload_reference),
        account.tokens.boss,
      )
      const listed = items.find(({ user_reference }) => user_reference === person)?.actions ?? []
      for (const action of ['play', 'download'] as const) {
        const { status } = await account.requestPlayback(account.tokens[person], payload_reference, action)
        const query = { user_reference: person, action: `payloads:${action}`, payload_reference }
        const explained = await account.server.getJson<AccessExplanation>(explanationOf(query), account.tokens.boss)
        expect([action, explained.is_allowed, listed.includes(`payloads:${action}`)]).toEqual([
          action,
          status === 'Ok',
          status === 'Ok',
        ])
      }
    },
  )
})

describe('content of a recording in each state', () => {
  const equities = () => account.recordings.equities
  const move = (payload_state: PayloadState) =>
    account.server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('payloads')
        .set({ payload_state })
        .where('client', '=', 'acme')
        .where('payload_reference', '=', equities())
        .execute(),
    )
  afterAll(() => move('Processed'))

  it.each(payloadStates)('is explained as available exactly when it is: %s', async (state) => {
    await move(state)
    const { status } = await account.requestPlayback(account.tokens.boss, equities(), 'play')
    const query = { user_reference: 'boss', action: 'payloads:play', payload_reference: equities() }
    const explained = await account.server.getJson<AccessExplanation>(explanationOf(query), account.tokens.boss)
    const { items } = await account.server.getJson<{ items: PayloadAccess[] }>(
      accessTo(equities()),
      account.tokens.boss,
    )
    const boss = items.find(({ user_reference }) => user_reference === 'boss')?.actions
    const isGiven = status === 'Ok'
    expect([explained.is_allowed, boss?.includes('payloads:play')]).toEqual([isGiven, isGiven])
  })
})

describe('permissions for things without a group, limited to a group', () => {
  const actions = ['roles:read', 'tags:read', 'account:read', 'support_access:read'] as const
  const paths = ['/roles', '/tags', '/account/defaults', '/supportaccess', '/portal_users']

  it('allow nothing, and neither the profile nor an explanation says that they do', async () => {
    const { server, tokens } = account
    const conditions = [{ names_matching: 'Equities' }]
    const permissions = ['roles', 'tags', 'account', 'support_access', 'groups'].map((noun) => ({
      actions_matching: `${noun}:*`,
      conditions,
    }))
    await server.addRole('acme', 'Desk rights', permissions)
    const token = await server.signIn('acme', { user_reference: 'desk', roles: ['Desk rights'] })
    for (const path of paths)
      expect((await server.call('GET', `/api/admin/v1/acme${path}`, { token })).status).toBe(403)
    const profile = await server.getJson<UserProfile>('/api/admin/v1/acme/profile', token)
    expect(profile.actions).toEqual(['groups:read', 'groups:write'])
    for (const action of actions) {
      const query = { user_reference: 'desk', action, group_reference: 'Equities', payload_type: 'Call' }
      const explained = await server.getJson<AccessExplanation>(explanationOf(query), tokens.boss)
      expect(explained).toMatchObject({ is_allowed: false, group_reference: null, payload_type: null, deciding: null })
      expect(explained.considered.some(({ outcome }) => outcome === 'concerns_no_group')).toBe(true)
    }
  })
})

describe('requests for explanations', () => {
  const asked = () => [
    explanationOf({ user_reference: 'boss', action: 'payloads:play', payload_reference: account.recordings.equities }),
    accessTo(account.recordings.equities),
  ]
  const statuses = (token: string) =>
    Promise.all(asked().map(async (path) => (await account.server.call('GET', path, { token })).status))

  it('are answered only for people who may see roles', async () => {
    expect(await statuses(account.tokens.boss)).toEqual([200, 200])
    expect(await statuses(account.tokens.amir)).toEqual([403, 403])
    expect(await statuses(account.tokens.hank)).toEqual([401, 401])
    expect(
      await statuses(await account.server.addDevice('acme', { device_reference: 'SPY-1', group: 'Rates' })),
    ).toEqual([401, 401])
  })

  it('about people of another account are answered as for people who do not exist', async () => {
    const ask = async (user_reference: string) => {
      const query = { user_reference, action: 'payloads:play', payload_reference: account.recordings.equities }
      const explained = await account.server.getJson<AccessExplanation>(explanationOf(query), account.tokens.boss)
      return { ...explained, user_reference: null }
    }
    expect(await ask('hank')).toEqual(await ask('nobody'))
    expect(await ask('__proto__')).toEqual(await ask('nobody'))
    expect(await ask('hank')).toMatchObject({ has_signed_in: false, is_allowed: false, roles: [] })
  })

  it('about hidden recordings, groups and apps are answered as for ones that do not exist', async () => {
    await account.server.addRole('acme', 'Sees roles', [
      { actions_matching: 'roles:read' },
      { actions_matching: 'groups:read', conditions: [{ names_matching: 'Equities' }] },
      { actions_matching: 'payloads:read', conditions: [{ names_matching: 'Equities' }] },
    ])
    const oidc_config = {
      issuer: 'https://issuer.example',
      audience: 'hidden',
      jwks_uri: 'https://issuer.example/keys',
    }
    const app = { oidc_config, roles: ['Rates reviewer'], group: null, cidr_ranges: null }
    const path = '/api/admin/v1/acme/account/apps/hidden%20app'
    const made = await account.server.call('POST', path, { token: account.tokens.boss, body: app })
    expect(made.ok).toBe(true)
    const token = await account.server.signIn('acme', { user_reference: 'ruth', roles: ['Sees roles'] })
    const answer = async (path: string) => {
      const response = await account.server.call('GET', path, { token })
      return { status: response.status, body: await response.json() }
    }
    const amir = { user_reference: 'amir', action: 'payloads:play' }
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const pairs = [
      ...[account.recordings.rates, account.recordings.elsewhere].flatMap((hidden) => [
        [accessTo(hidden), accessTo(unknown)],
        [explanationOf({ ...amir, payload_reference: hidden }), explanationOf({ ...amir, payload_reference: unknown })],
      ]),
      [explanationOf({ ...amir, group_reference: 'Rates' }), explanationOf({ ...amir, group_reference: 'No group' })],
      [
        explanationOf({ ...amir, user_reference: 'app/hidden app' }),
        explanationOf({ ...amir, user_reference: 'app/none' }),
      ],
    ]
    for (const [hidden, none] of pairs) {
      const answers = [await answer(hidden ?? ''), await answer(none ?? '')]
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(404)
    }
  })

  it.each([
    { action: 'payloads:play' },
    { user_reference: 'amir' },
    { user_reference: 'amir', action: '*' },
    { user_reference: 'amir\0', action: 'payloads:play' },
    { user_reference: 'amir', action: 'payloads:play', address: '1.2.3.4/8' },
    { user_reference: 'amir', action: 'payloads:play', address: '01.2.3.4' },
    { user_reference: 'amir', action: 'payloads:play', payload_type: 'Fax' },
    { user_reference: 'amir', action: 'payloads:play', roles: 'Compliance Officer' },
    { user_reference: 'app/', action: 'payloads:play' },
    { user_reference: 'app/__proto__', action: 'payloads:play' },
    { user_reference: 'admin/boss', action: 'payloads:play' },
  ])('that are invalid are refused: %j', async (query) => {
    const response = await account.server.call('GET', explanationOf(query as unknown as Record<string, string>), {
      token: account.tokens.boss,
    })
    expect([400, 404]).toContain(response.status)
  })
})
