import type { PortalUser } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const acme = '/api/admin/v1/acme'
let account: TestAccount<'boss' | 'peer'>

beforeAll(async () => {
  account = await anAccount('acme')
    .withGroups('Equities')
    .withPerson('boss', 'Account Administrator')
    .withPerson('peer', 'Account Administrator')
    .open()
})
afterAll(() => account?.close())

const person = (user_reference: string) => account.signIn(user_reference, 'Auditor')

const outcome = async (response: Response) => {
  const text = await response.text()
  return [response.status, text === '' ? null : (JSON.parse(text) as { code?: string }).code]
}
const make = async (method: string, path: string, token = account.tokens.boss) =>
  outcome(await account.server.call(method, `${acme}/portal_users/${path}`, { token }))
const done = [204, null]

const profile = async (token: string) => outcome(await account.server.call('GET', `${acme}/profile`, { token }))

const lastOf = (user_id: string) =>
  account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['call', 'denial_reason', 'events'])
      .where('client', '=', 'acme')
      .where('user_id', '=', user_id)
      .orderBy('log_id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

const brokerRecords = (user_reference: string) =>
  account.read(async (tx) => {
    const records = await tx.db.selectFrom('identity_records').select('payload').where('client', '=', 'acme').execute()
    return records.filter(({ payload }) => payload.accountId === user_reference).length
  })

const reopen = (user_reference: string) =>
  account.write((tx) =>
    tx.db
      .updateTable('portal_users')
      .set({ sessions_valid_from: new Date(tx.now.getTime() - 10_000) })
      .where('client', '=', 'acme')
      .where('user_reference', '=', user_reference)
      .execute(),
  )

describe('a removed person', () => {
  it('is refused at their next call, which the trail names, cannot sign in, and is listed as inactive', async () => {
    const token = await person('ann')
    expect(await make('DELETE', 'ann')).toEqual(done)
    expect(await profile(token)).toEqual([401, 'auth.inactive'])
    expect(await lastOf('ann')).toMatchObject({ call: 'GET /profile', denial_reason: 'auth.inactive' })
    await expect(account.server.signInAgain('acme', 'ann')).rejects.toThrow('auth.inactive')
    expect(await lastOf('ann')).toMatchObject({ call: 'GET /exchange', denial_reason: 'auth.inactive' })
    const { items } = await account.server.getJson<{ items: PortalUser[] }>(
      `${acme}/portal_users?filter[search]=ann`,
      account.tokens.boss,
    )
    expect(items).toMatchObject([{ user_reference: 'ann', is_active: false }])
    expect(await lastOf('boss')).toBeDefined()
  })

  it('is on the trail with whoever removed or restored them', async () => {
    await person('bea')
    await make('DELETE', 'bea')
    const removal = { user_reference: 'bea', before: { is_active: true }, after: { is_active: false } }
    expect((await lastOf('boss'))?.events).toEqual([{ event: 'portal_user.removed', details: removal }])
    expect(await make('POST', 'bea/restore', account.tokens.peer)).toEqual(done)
    expect((await lastOf('peer'))?.events).toMatchObject([{ event: 'portal_user.restored' }])
  })

  it('gets in again after being restored by signing in anew, and not with an old token', async () => {
    const before = await person('cal')
    await make('DELETE', 'cal')
    await make('POST', 'cal/restore')
    expect(await profile(before)).toEqual([401, 'auth.inactive'])
    expect(await brokerRecords('cal')).toBe(0)
    await reopen('cal')
    expect((await profile(await account.server.signInAgain('acme', 'cal')))[0]).toBe(200)
  })

  it('loses their open event stream', async () => {
    const token = await person('dan')
    const stream = await account.server.call('GET', `${acme}/events`, { token })
    const ended = (async () => {
      for await (const _chunk of stream.body ?? []);
      return 'ended'
    })()
    await make('DELETE', 'dan')
    expect(await ended).toBe('ended')
  })
})

describe('ending all sessions of somebody', () => {
  it('refuses their tokens, deletes what the broker stored, and lets them sign in again', async () => {
    const token = await account.server.signInAtBroker('acme', { user_reference: 'eva', roles: ['Auditor'] })
    expect(await brokerRecords('eva')).toBeGreaterThan(0)
    expect(await make('DELETE', 'eva/sessions')).toEqual(done)
    expect(await brokerRecords('eva')).toBe(0)
    expect(await profile(token)).toEqual([401, 'auth.inactive'])
    expect((await lastOf('boss'))?.events).toEqual([
      { event: 'portal_user.sessions_ended', details: { user_reference: 'eva' } },
    ])
    await reopen('eva')
    expect((await profile(await account.server.signInAgain('acme', 'eva')))[0]).toBe(200)
  })

  it('ends their refresh tokens', async () => {
    await account.server.signInAtBroker('acme', { user_reference: 'fay', roles: ['Auditor'] })
    const { platform } = account.server.api
    const kept = await platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('identity_records')
        .select(['model', 'payload'])
        .where('client', '=', 'acme')
        .where('model', '=', 'RefreshToken')
        .execute(),
    )
    expect(kept.some(({ payload }) => payload.accountId === 'fay')).toBe(true)
    await make('DELETE', 'fay/sessions')
    expect(await brokerRecords('fay')).toBe(0)
  })
})

describe('removing a person', () => {
  it('is refused for oneself', async () => {
    expect(await make('DELETE', 'boss')).toEqual([409, 'portal_user.is_oneself'])
    expect((await profile(account.tokens.boss))[0]).toBe(200)
  })

  it('answers 404 for somebody who is not in the account', async () => {
    expect(await make('DELETE', 'no.such.person')).toEqual([404, 'request.not_found'])
    expect(await make('POST', 'no.such.person/restore')).toEqual([404, 'request.not_found'])
    expect(await make('DELETE', 'no.such.person/sessions')).toEqual([404, 'request.not_found'])
  })

  it('succeeds for one of two people who remove each other at once', async () => {
    const gil = await account.signIn('gil', 'Account Administrator')
    const hal = await account.signIn('hal', 'Account Administrator')
    const outcomes = await Promise.all([make('DELETE', 'hal', gil), make('DELETE', 'gil', hal)])
    expect(outcomes.map(([status]) => status).toSorted()).toEqual([204, 401])
  })
})
