import type { AccessImpact } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'

/** What another default role, or an app's other roles, would give to whom. */

let account: TestAccount<'boss' | 'olga' | 'blind'>
const base = '/api/admin/v1/acme/account'

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('London', 'Lisbon', 'Secret')
    .withRole('London players', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'payloads:play', conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Readers', [{ actions_matching: 'payloads:read' }, { actions_matching: 'tags:read' }])
    .withRole('Secret players', [{ actions_matching: 'payloads:play', conditions: [{ names_matching: 'Secret' }] }])
    .withRole('Sees two', [
      { actions_matching: 'groups:read' },
      { actions_matching: 'groups:read', is_denied: true, conditions: [{ names_matching: 'Secret' }] },
      { actions_matching: 'account:*' },
      { actions_matching: 'apps:*' },
      { actions_matching: 'roles:read' },
    ])
    .withRole('Without roles', [{ actions_matching: 'account:*' }, { actions_matching: 'apps:*' }])
    .withPerson('boss', 'Account Administrator')
    .withPerson('olga', 'Compliance Officer', 'Account Administrator')
    .withPerson('blind', 'Without roles')
    .open()
  const { version } = await account.server.getJson<{ version: number }>(`${base}/defaults`, account.tokens.olga)
  const defaults = { version, user_group: null, role: 'Readers', cidr_ranges: null }
  const saved = await account.server.call('PUT', `${base}/defaults`, { token: account.tokens.olga, body: defaults })
  expect(saved.status).toBe(200)
  const byDefault = (tx: TenantTransaction) =>
    addRows(
      tx,
      'portal_users',
      ['dora', 'dirk'].map((user_reference) => ({ user_reference, roles: ['Readers'], has_default_role: true })),
    )
  await account.write(byDefault)
})
afterAll(() => account?.close())

const preview = async (path: string, body: object, token = account.tokens.boss) => {
  const response = await account.server.call('POST', `${base}${path}`, { token, body })
  return { status: response.status, body: (await response.json()) as AccessImpact & { code?: string } }
}
const defaultRole = (role: string | null, token?: string) => preview('/defaults/access_preview', { role }, token)

describe('another default role', () => {
  it('gives and takes, by name: what, of which recordings and in which groups', async () => {
    const { status, body } = await defaultRole('London players')
    expect(status).toBe(200)
    const change = {
      kind: 'person',
      gained: [{ action: 'payloads:play', group_count: 1, groups: ['London'], without_group: false }],
      lost: [{ action: 'tags:read', payload_types: null, group_count: 0, groups: [], without_group: true }],
    }
    expect(body).toMatchObject({
      group_total: 3,
      total: 2,
      gaining: 2,
      losing: 2,
      changes: [
        { ...change, reference: 'dirk' },
        { ...change, reference: 'dora' },
      ],
    })
    expect(body.exceeds_own).toMatchObject({ role: 'London players', action: 'payloads:play' })
    expect((await defaultRole('London players', account.tokens.olga)).body.exceeds_own).toBeNull()
  })

  it('that is none takes what the present one gave', async () => {
    const { body } = await defaultRole(null)
    expect(body).toMatchObject({ exceeds_own: null, gaining: 0, losing: 2 })
    expect(body.changes[0]?.lost.map(({ action }) => action)).toEqual(['payloads:read', 'tags:read'])
  })

  it('counts what the same people have for a time as well', async () => {
    const valid_until = new Date(Date.now() + 60 * 60_000).toISOString()
    const given = await account.server.call('PUT', '/api/admin/v1/acme/portal_users/dora/roles/London%20players', {
      token: account.tokens.olga,
      body: { valid_until, reason: 'Holiday' },
    })
    expect(given.status).toBe(204)
    const { body } = await defaultRole('London players')
    expect(body).toMatchObject({ total: 2, gaining: 1, losing: 2 })
    expect(body.changes.map(({ reference, gained }) => [reference, gained.length])).toEqual([
      ['dirk', 1],
      ['dora', 0],
    ])
    const ended = await account.server.call('DELETE', '/api/admin/v1/acme/portal_users/dora/roles/London%20players', {
      token: account.tokens.olga,
    })
    expect(ended.status).toBe(204)
  })

  it('is told without groups that the caller may not see, not even their number', async () => {
    const two = await account.signIn('twyla', 'Sees two')
    expect((await defaultRole('Secret players', two)).body).toMatchObject({ group_total: 2, gaining: 0 })
    expect((await defaultRole('Secret players')).body).toMatchObject({ group_total: 3, gaining: 2 })
  })

  it('is refused to who may not see roles, to who may not change defaults, and for no role', async () => {
    expect((await defaultRole('Readers', account.tokens.blind)).status).toBe(403)
    expect((await defaultRole('Readers', await account.signIn('rita', 'Reviewer'))).status).toBe(403)
    expect(await defaultRole('No such role')).toMatchObject({ status: 409, body: { code: 'role.unknown' } })
    expect(
      (await account.server.call('POST', `${base}/defaults/access_preview`, { body: { role: null } })).status,
    ).toBe(401)
    const stranger = await account.server
      .openAccount('globex')
      .then(() => account.server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] }))
    expect((await defaultRole('Readers', stranger)).status).toBe(401)
  })
})

describe('a role for a time', () => {
  const given = (user: string, role: string, token = account.tokens.olga) =>
    account.server.call('POST', `/api/admin/v1/acme/portal_users/${user}/roles/${encodeURIComponent(role)}/preview`, {
      token,
    })

  it('tells what the person would gain beside what they have', async () => {
    const response = await given('dora', 'London players')
    expect(response.status, await response.clone().text()).toBe(200)
    const body = (await response.json()) as AccessImpact
    expect(body).toMatchObject({ total: 1, gaining: 1, losing: 0, exceeds_own: null })
    expect(body.changes[0]?.gained).toMatchObject([{ action: 'payloads:play', groups: ['London'] }])
    expect(await (await given('dora', 'Readers')).json()).toMatchObject({ gaining: 0, losing: 0 })
    const byBoss = (await (await given('dora', 'London players', account.tokens.boss)).json()) as AccessImpact
    expect(byBoss.exceeds_own).toMatchObject({ action: 'payloads:play' })
  })

  it('is refused for an unknown person, for an unknown role, and to people who may not give roles', async () => {
    expect((await given('nobody', 'Readers')).status).toBe(404)
    expect((await given('dora', 'No such role')).status).toBe(409)
    expect((await given('dora', 'Readers', account.tokens.blind)).status).toBe(403)
  })
})

describe('the roles of an app', () => {
  const path = '/apps/Archive/preview'

  it('of a new one are what it gains', async () => {
    const { body } = await preview(path, { roles: ['London players'], cidr_ranges: null })
    expect(body).toMatchObject({ total: 1, gaining: 1, losing: 0, changes: [{ kind: 'app', reference: 'Archive' }] })
    expect(body.changes[0]?.gained.map(({ action }) => action)).toEqual(['payloads:read', 'payloads:play'])
  })

  it('are compared with those that it has, and from every address', async () => {
    const oidc_config = { issuer: 'https://id.example', audience: 'urn:archive', jwks_uri: 'https://id.example/keys' }
    const made = await account.server.call('POST', `${base}/apps/Archive`, {
      token: account.tokens.olga,
      body: { oidc_config, group: 'London', roles: ['Readers'], cidr_ranges: ['10.0.0.0/8'] },
    })
    expect(made.status).toBe(200)
    const same = await preview(path, { roles: ['Readers'], cidr_ranges: ['10.0.0.0/8'] })
    expect(same.body).toMatchObject({ gaining: 0, losing: 0, changes: [] })
    const wider = await preview(path, { roles: ['Readers'], cidr_ranges: null })
    expect(wider.body).toMatchObject({ gaining: 1, losing: 0 })
    const other = await preview(path, { roles: ['Readers'], cidr_ranges: ['192.168.0.0/16'] })
    expect(other.body).toMatchObject({ gaining: 1, losing: 1 })
    expect((await preview(path, { roles: [], cidr_ranges: ['not a range'] })).status).toBe(400)
  })

  it('are not revealed to who may not see the app', async () => {
    await account.addRole('Lisbon apps', [
      { actions_matching: 'apps:*', conditions: [{ names_matching: 'Lisbon' }] },
      { actions_matching: 'roles:read' },
    ])
    const lisbon = await account.signIn('lisa', 'Lisbon apps')
    const ofKnown = await preview(path, { roles: ['Readers'], cidr_ranges: ['10.0.0.0/8'] }, lisbon)
    const ofNone = await preview('/apps/Nowhere/preview', { roles: ['Readers'], cidr_ranges: ['10.0.0.0/8'] }, lisbon)
    expect(ofKnown.body.changes[0]?.gained).toEqual(ofNone.body.changes[0]?.gained)
    expect((await preview(path, { roles: [], cidr_ranges: null }, account.tokens.blind)).status).toBe(403)
  })
})
