import type { AccountDefaults, ShutOut } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'
import { accountDefaults, bumpAccessVersion } from '../../core/authorization/index.ts'
import { asOf } from './defaults-row.ts'
import { unlockAccount } from './index.ts'
import { lapseAccountLimit } from './lapse-account-limit.ts'

const path = '/api/admin/v1/acme/account/defaults'
const office = '203.0.113.7'
const home = '198.51.100.9'
const minuteMs = 60_000

let server: TestServer
let boss: string
let peer: string

beforeAll(async () => {
  server = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
  await server.openAccount('admin')
  await server.openAccount('acme', ['Equities'])
  boss = await server.signIn('acme', { user_reference: 'boss', roles: ['Account Administrator'] })
  peer = await server.signIn('acme', { user_reference: 'peer', roles: ['Account Administrator'] })
  await server.signIn('acme', { user_reference: 'gone', roles: ['Account Administrator'] })
  await server.setActive('acme', 'gone', false)
})
afterAll(() => server?.stop())
beforeEach(() => unlockAccount(server.api.platform, 'acme'))

const from = async (address: string, method: string, where: string, body?: object, token = boss) => {
  const headers = { 'x-forwarded-for': address }
  const response = await server.call(method, where, { token, headers, ...(body ? { body } : {}) })
  return { status: response.status, body: (await response.json()) as AccountDefaults & { code?: string } }
}

const stored = () =>
  server.api.platform.database.read('acme', async (tx) => {
    const row = await accountDefaults.select(tx).executeTakeFirstOrThrow()
    return { row, ...asOf(tx.now, row) }
  })

const limitTo = async (cidr_ranges: string[] | null, address = office) => {
  const { version, user_group, role } = await stored()
  return from(address, 'PUT', path, { version, user_group, role, cidr_ranges, confirmation: 'acme' })
}
const confirm = async (address: string, token = boss) =>
  from(address, 'POST', `${path}/confirmation`, { version: (await stored()).version }, token)

/**
 * Moves the expiry of an unconfirmed limit into the past. Putting the clock forward instead would expire the tokens.
 */
const age = (minutes: number) =>
  server.api.platform.database.transaction('acme', async (tx) => {
    const { limit_lapses_at } = await accountDefaults.select(tx).executeTakeFirstOrThrow()
    await tx.db
      .updateTable('account_defaults')
      .set({ limit_lapses_at: new Date(Date.parse(limit_lapses_at ?? '') - minutes * minuteMs) })
      .where('client', '=', 'acme')
      .execute()
    await bumpAccessVersion(tx)
  })

const runJob = () =>
  lapseAccountLimit.handle(
    { platform: server.api.platform, attempt: 1, signal: new AbortController().signal },
    { client: 'acme', lapses_at: '' },
  )

const eventsOf = async (client: string) => {
  const rows = await server.api.platform.database.read(client, (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'call', 'events'])
      .where('client', '=', client)
      .orderBy('log_id')
      .execute(),
  )
  return rows.flatMap(({ user_id, call, events }) =>
    events.map(({ event, details }) => ({ user_id, call, event, details })),
  )
}

describe('a new account limit', () => {
  it('applies at once, says until when, and stays once somebody has confirmed it from inside', async () => {
    const { body } = await limitTo(['203.0.113.0/24'])
    expect(body).toMatchObject({
      cidr_ranges: ['203.0.113.0/24'],
      unconfirmed_limit: { lapses_at: expect.any(String), cidr_ranges_otherwise: null },
    })
    const leftMs = Date.parse(body.unconfirmed_limit?.lapses_at ?? '') - Date.parse(body.updated_at)
    expect(leftMs).toBe(15 * minuteMs)
    expect(await from(home, 'GET', path)).toMatchObject({ status: 403, body: { code: 'auth.address_not_allowed' } })
    expect(await confirm(office)).toMatchObject({ status: 200, body: { unconfirmed_limit: null } })
    expect((await stored()).row).toMatchObject({ cidr_ranges: ['203.0.113.0/24'], limit_lapses_at: null })
    expect((await eventsOf('acme')).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account_limit.set', 'account_limit.confirmed']),
    )
  })

  it('cannot be confirmed from outside, nor twice', async () => {
    await limitTo(['203.0.113.0/24'])
    expect(await confirm(home)).toMatchObject({ status: 403, body: { code: 'auth.address_not_allowed' } })
    expect(await confirm(office, peer)).toMatchObject({ status: 200 })
    expect(await confirm(office)).toMatchObject({ status: 409, body: { code: 'account.nothing_to_confirm' } })
  })

  it('lapses after 15 minutes, even if the job has not run', async () => {
    await limitTo(['203.0.113.0/24'])
    await confirm(office)
    await limitTo(['192.0.2.0/24'], office)
    expect(await from(office, 'GET', path)).toMatchObject({ status: 403 })
    await age(15)
    expect(await from(office, 'GET', path)).toMatchObject({
      status: 200,
      body: { cidr_ranges: ['203.0.113.0/24'], unconfirmed_limit: null },
    })
    expect(await from(home, 'GET', path)).toMatchObject({ status: 403 })
    expect(await confirm(office)).toMatchObject({ status: 409, body: { code: 'account.nothing_to_confirm' } })
  })

  it('has its lapse recorded on the trail by a job, once', async () => {
    await limitTo(['192.0.2.0/24'])
    await age(15)
    const before = await stored()
    await runJob()
    await runJob()
    expect((await stored()).row).toMatchObject({
      cidr_ranges: null,
      limit_lapses_at: null,
      version: before.version + 1,
      updated_by: 'system',
    })
    const lapses = (await eventsOf('acme')).filter(({ event }) => event === 'account_limit.lapsed')
    expect(lapses.at(-1)).toMatchObject({
      user_id: 'system',
      details: { before: { cidr_ranges: ['192.0.2.0/24'] }, after: { cidr_ranges: null } },
    })
  })

  it('is left alone by the job until it lapses, and would return to the last confirmed limit however often it is changed', async () => {
    await limitTo(['203.0.113.0/24'])
    await confirm(office)
    await limitTo(['203.0.113.0/25'])
    const { body } = await limitTo(['203.0.113.0/26'])
    expect(body.unconfirmed_limit?.cidr_ranges_otherwise).toEqual(['203.0.113.0/24'])
    await runJob()
    expect((await stored()).cidr_ranges).toEqual(['203.0.113.0/26'])
    expect((await limitTo(['203.0.113.0/24'])).body.unconfirmed_limit).toBeNull()
  })

  it('does not get more time when other settings are saved', async () => {
    const { body } = await limitTo(['203.0.113.0/24'])
    const { version, cidr_ranges } = body
    const saved = await from(office, 'PUT', path, { version, user_group: 'Equities', role: null, cidr_ranges })
    expect(saved.body.unconfirmed_limit).toEqual(body.unconfirmed_limit)
  })

  it('has its lapse recorded by the next save, when that comes before the job', async () => {
    await limitTo(['192.0.2.0/24'])
    await age(16)
    expect((await limitTo(['203.0.113.0/24'])).body).toMatchObject({
      unconfirmed_limit: { cidr_ranges_otherwise: null },
    })
  })
})

describe('people who would be shut out', () => {
  const preview = async (cidr_ranges: string[] | null) =>
    (await from(office, 'POST', `${path}/preview`, { cidr_ranges })).body as unknown as {
      shut_out: ShutOut[]
      total: number
    }

  it('are listed with their addresses, and whether they were seen inside too, before anything is saved', async () => {
    await from(home, 'GET', path, undefined, peer)
    await from(home, 'GET', path)
    await from(office, 'GET', path)
    const { shut_out, total } = await preview(['203.0.113.0/24'])
    expect(total).toBe(2)
    expect(shut_out[0]).toEqual({
      kind: 'portal_user',
      reference: 'boss',
      display_name: 'boss',
      addresses: expect.arrayContaining([home]),
      last_seen: expect.any(String),
      is_seen_inside: true,
    })
    expect(shut_out[1]).toMatchObject({ reference: 'peer', is_seen_inside: true })
    expect(await preview(['0.0.0.0/0'])).toEqual({ shut_out: [], total: 0 })
    expect(await preview(null)).toEqual({ shut_out: [], total: 0 })
    expect((await stored()).cidr_ranges).toBeNull()
  })
})

describe('the command that unlocks an account', () => {
  it('lifts a confirmed limit, and records it on both trails', async () => {
    await limitTo(['203.0.113.0/24'])
    await confirm(office)
    expect(await unlockAccount(server.api.platform, 'acme')).toEqual(['203.0.113.0/24'])
    expect(await from(home, 'GET', path)).toMatchObject({ status: 200, body: { cidr_ranges: null } })
    const lifted = {
      user_id: 'system',
      call: 'COMMAND account unlock',
      event: 'account_limit.lifted',
      details: { client: 'acme', before: { cidr_ranges: ['203.0.113.0/24'] }, after: { cidr_ranges: null } },
    }
    expect((await eventsOf('acme')).at(-1)).toEqual(lifted)
    expect((await eventsOf('admin')).at(-1)).toEqual(lifted)
  })

  it('changes nothing when there is no limit', async () => {
    expect(await unlockAccount(server.api.platform, 'acme')).toBeNull()
  })
})
