import type { AccountDefaults } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../setup/server.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'

/** The network ranges of an account apply to every call of every person, and nobody shuts themselves out by mistake. */

const path = '/api/admin/v1/acme/account/defaults'
const office = '203.0.113.7'
const cafe = '198.51.100.9'

let server: TestServer
let boss: string
let partial: string
let elsewhere: string
let device: string

beforeAll(async () => {
  server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
  await server.openAccount('acme', ['Equities'])
  await server.openAccount('globex')
  await server.addRole('acme', 'Equities settings', [
    { actions_matching: 'account:*', conditions: [{ names_matching: 'Equities' }] },
  ])
  await server.addRole('acme', 'App manager', [{ actions_matching: 'apps:*' }])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  partial = await server.signIn('acme', { user_reference: 'partial', roles: ['Equities settings', 'App manager'] })
  elsewhere = await server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  device = await server.addDevice('acme', { device_reference: 'HANDSET-1', group: 'Equities' })
})
afterAll(() => server?.stop())

const from = (address: string, method: string, where: string, token = boss, body?: unknown) =>
  server.call(method, where, { token, headers: { 'x-forwarded-for': address }, ...(body ? { body } : {}) })
const answerOf = async (response: Promise<Response>) => {
  const { status, ...answer } = await response
  const text = await (await response).text()
  return { ...answer, status, ...(text ? (JSON.parse(text) as { code?: string }) : {}) }
}
const limit = async (cidr_ranges: string[] | null, changes: object = {}, address = office) => {
  const version = await currentVersion()
  const body = { version, user_group: null, role: null, cidr_ranges, ...changes }
  return answerOf(from(address, 'PUT', path, boss, body))
}
const currentVersion = async () => {
  const row = await server.api.platform.database.read('acme', (tx) =>
    tx.db.selectFrom('account_defaults').select('version').where('client', '=', 'acme').executeTakeFirstOrThrow(),
  )
  return row.version
}
/** Lifts the limits. */
const openAgain = async () => {
  await limit(null, { confirmation: 'acme' })
}

describe('ranges that would shut out their author', () => {
  it.each([
    ['none', {}],
    ['another account', { confirmation: 'globex' }],
    ['the account in capitals', { confirmation: 'ACME' }],
  ])('are refused with a confirmation of %s', async (_what, changes) => {
    const { status } = await limit(['10.0.0.0/8'], changes)
    expect([400, 409]).toContain(status)
    expect(await answerOf(from(office, 'GET', path))).toMatchObject({ status: 200, cidr_ranges: null })
  })

  it('are refused with an error that names the address', async () => {
    const refusal = { status: 409, code: 'account.would_lock_out', details: { address: office } }
    expect(await limit(['10.0.0.0/8'])).toMatchObject(refusal)
    expect(await limit(['203.0.113.8/29', '203.0.113.6/32'])).toMatchObject(refusal)
    expect(await limit(['203.0.113.7/32'])).toMatchObject({ status: 200 })
    await openAgain()
  })

  it('are saved with the typed confirmation, and then shut out their author', async () => {
    expect(await limit(['198.51.100.0/24'], { confirmation: 'acme' })).toMatchObject({ status: 200 })
    expect(await answerOf(from(office, 'GET', path))).toMatchObject({ status: 403, code: 'auth.address_not_allowed' })
    expect(await answerOf(from(cafe, 'GET', path))).toMatchObject({ status: 200 })
    expect(await limit(null, {}, cafe)).toMatchObject({ status: 200 })
  })
})

describe('outside the ranges', () => {
  beforeAll(async () => {
    await limit(['203.0.113.0/24'])
  })
  afterAll(openAgain)

  it.each([
    ['GET', '/profile'],
    ['GET', '/account/defaults'],
    ['PUT', '/account/defaults'],
    ['GET', '/devices'],
    ['GET', '/terms'],
    ['GET', '/events'],
    ['POST', '/session/sign_out'],
    ['GET', '/account/apps'],
  ])('every call is refused: %s %s', async (method, call) => {
    const where = `/api/admin/v1/acme${call}`
    const body = method === 'GET' ? undefined : {}
    const refusal = { status: 403, code: 'auth.address_not_allowed' }
    expect(await answerOf(from(cafe, method, where, boss, body))).toMatchObject(refusal)
  })

  it('a refusal is on the trail with the person and the address', async () => {
    await from(cafe, 'GET', '/api/admin/v1/acme/profile')
    const row = await server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'user_ip', 'denial_reason'])
        .where('client', '=', 'acme')
        .orderBy('log_id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    expect(row).toEqual({ user_id: 'boss', user_ip: cafe, denial_reason: 'auth.address_not_allowed' })
  })

  it('nobody can sign in', async () => {
    await expect(server.signInAgain('acme', 'boss')).rejects.toThrow('auth.address_not_allowed')
  })

  it('handsets and other accounts still work', async () => {
    expect((await from(cafe, 'GET', '/api/device/v1/configuration', device)).status).toBe(200)
    expect((await from(cafe, 'GET', '/api/admin/v1/globex/profile', elsewhere)).status).toBe(200)
  })

  it('forged headers with an inside address have no effect', async () => {
    const response = await server.call('GET', path, {
      token: boss,
      headers: { 'x-forwarded-for': `${office}, ${cafe}`, 'x-real-ip': office, forwarded: `for=${office}` },
    })
    expect(response.status).toBe(403)
  })

  it('an open event stream ends', async () => {
    await limit(null)
    const stream = await from(cafe, 'GET', '/api/admin/v1/acme/events')
    const ended = (async () => {
      for await (const _chunk of stream.body ?? []);
      return 'ended'
    })()
    await limit(['203.0.113.0/24'])
    expect(await vi.waitFor(() => ended, { timeout: waitTimeoutMs })).toBe('ended')
  })
})

describe('people without the right to change account defaults', () => {
  it('can neither read nor change them', async () => {
    const body = { version: await currentVersion(), user_group: null, role: null, cidr_ranges: null }
    for (const [token, status] of [
      [partial, 403],
      [elsewhere, 401],
      [device, 401],
    ] as const) {
      for (const method of ['GET', 'PUT']) {
        const response = await from(office, method, path, token, method === 'PUT' ? body : undefined)
        expect([method, response.status]).toEqual([method, status])
      }
    }
  })

  it('cannot add a confirmation through a prototype', async () => {
    const raw = `{"version":1,"user_group":null,"role":null,"cidr_ranges":null,"__proto__":{"confirmation":"acme"}}`
    const response = await fetch(`${server.origin}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${boss}`, 'content-type': 'application/json' },
      body: raw,
    })
    expect(response.status).toBe(400)
    const { version } = await server.getJson<AccountDefaults>(path, boss)
    expect(version).toBe(await currentVersion())
  })
})
