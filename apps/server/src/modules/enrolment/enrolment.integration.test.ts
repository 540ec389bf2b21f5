import type { EnrolmentDetails, EnrolmentSecretState, OneTimeCode } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss may do everything; lara enrols for people of London; mara sees people and not the secret. */
let account: AccountWithHandsets
let boss: string
let lara: string
let mara: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  const inLondon = [{ names_matching: 'London' }]
  await account.addRole('London devices', [
    { actions_matching: 'device_users:*', conditions: inLondon },
    { actions_matching: 'enrolment:read' },
  ])
  await account.addRole('London people', [{ actions_matching: 'device_users:*', conditions: inLondon }])
  lara = await account.signIn('lara', 'London devices')
  mara = await account.signIn('mara', 'London people')
})
afterAll(() => account?.close())

const send = (method: string, path: string, body?: object, token = boss) =>
  account.server.call(method, `/api/admin/v1/northwind${path}`, { token, ...(body && { body }) })
const sent = async <T>(...request: Parameters<typeof send>): Promise<T> => {
  const answer = await send(...request)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
const outcome = async (...request: Parameters<typeof send>) => outcomeOf(await send(...request))
const state = () => sent<EnrolmentSecretState>('GET', '/enrolment')
const shownSecret = async () => (await sent<{ enrolment_secret: string }>('POST', '/enrolment/secret')).enrolment_secret
const rotate = async (overlap_days: number) =>
  send('POST', '/enrolment/rotation', { fingerprint: (await state()).fingerprint, overlap_days })

const codeFor = (reference: string, token = boss) =>
  sent<OneTimeCode>('POST', `/users/${reference}/enrolment/codes`, undefined, token)
const exchange = (code: string, client = 'northwind', address?: string) =>
  account.server.call('POST', '/api/device/v1/enrolment', {
    body: { client, code },
    ...(address && { headers: { 'x-forwarded-for': address } }),
  })
const refused = [401, 'one_time_code.refused']

const events = (name: string) =>
  account.read(async (tx) => {
    const rows = await tx.db
      .selectFrom('user_activities')
      .select(['events', 'group', 'user_id', 'parameters'])
      .where('client', '=', tx.client)
      .orderBy('log_id')
      .execute()
    return rows.flatMap(({ events: all, ...row }) =>
      all.filter(({ event }) => event === name).map(({ details }) => ({ ...row, details })),
    )
  })

describe('the enrolment secret', () => {
  it('is shown to whoever may see it, which is recorded, and the trail does not have it', async () => {
    const secret = await shownSecret()
    expect(secret).toBe(account.enrolment_secret)
    const { fingerprint, created_by, former } = await state()
    expect({ created_by, former }).toEqual({ created_by: null, former: null })
    expect(await events('enrolment_secret.shown')).toMatchObject([{ user_id: 'boss', details: { fingerprint } }])
    expect(JSON.stringify(await events('enrolment_secret.shown'))).not.toContain(secret)
    for (const [method, path] of [
      ['GET', '/enrolment'],
      ['POST', '/enrolment/secret'],
    ] as const) {
      expect(await outcome(method, path, undefined, mara)).toEqual([403, 'auth.forbidden'])
    }
    const { fingerprint: own } = await state()
    const body = { fingerprint: own, overlap_days: 1 }
    expect(await outcome('POST', '/enrolment/rotation', body, lara)).toEqual([403, 'auth.forbidden'])
  })

  it('is replaced with an overlap, in which both verify, and the devices that use the former one are counted', async () => {
    const former = await shownSecret()
    await account.verified('OVERLAP-1', { secret: former })
    expect((await rotate(14)).status).toBe(200)
    const secret = await shownSecret()
    expect(secret).not.toBe(former)
    await account.verified('OVERLAP-1', { secret: former })
    await account.verified('OVERLAP-2', { secret: former })
    await account.verified('OVERLAP-3', { secret })
    expect((await state()).former).toMatchObject({ devices: 2, devices_left: 2 })
    await account.verified('OVERLAP-1', { secret })
    expect((await state()).former).toMatchObject({ devices: 2, devices_left: 1 })
    await account.verified('OVERLAP-1', { secret: former })
    expect((await state()).former).toMatchObject({ devices: 2, devices_left: 2 })

    expect(await outcomeOf(await rotate(0))).toEqual([409, 'enrolment_secret.has_former'])
    const ended = await sent<EnrolmentSecretState>('DELETE', '/enrolment/former_secret')
    expect(ended.former).toBeNull()
    expect(await outcomeOf(await account.verify('OVERLAP-2', { secret: former }))).toEqual([401, 'verify.refused'])
    await account.verified('OVERLAP-2', { secret })
    expect(await outcome('DELETE', '/enrolment/former_secret')).toEqual([404, 'request.not_found'])
    expect(await events('enrolment_secret.ended')).toMatchObject([{ user_id: 'boss', details: { devices_left: 2 } }])
  })

  it('of before is refused once its time is over', async () => {
    const former = await shownSecret()
    await rotate(1)
    await account.verified('LATE-1', { secret: former })
    await account.write(async (tx) => {
      await tx.db
        .updateTable('account_secrets')
        .set({ valid_until: tx.now })
        .where('client', '=', tx.client)
        .where('purpose', '=', 'former_enrolment')
        .execute()
    })
    expect((await state()).former).toBeNull()
    expect(await outcomeOf(await account.verify('LATE-1', { secret: former }))).toEqual([401, 'verify.refused'])
  })

  it('is replaced without an overlap, and by one of two people who do so at once', async () => {
    const former = await shownSecret()
    const body = { fingerprint: (await state()).fingerprint, overlap_days: 0 }
    const answers = await Promise.all([0, 1].map(() => outcome('POST', '/enrolment/rotation', body)))
    expect(answers.toSorted()).toEqual([
      [200, null],
      [409, 'edit.conflict'],
    ])
    expect(await outcomeOf(await account.verify('NOW-1', { secret: former }))).toEqual([401, 'verify.refused'])
    await account.verified('NOW-1', { secret: await shownSecret() })
  })

  it.each([-1, 31, 1.5, 'ten'])('is not replaced with an overlap of %s days', async (overlap_days) => {
    const before = await state()
    const body = { fingerprint: before.fingerprint, overlap_days }
    expect(await outcome('POST', '/enrolment/rotation', body)).toEqual([400, 'request.invalid'])
    expect(await state()).toEqual(before)
  })
})

describe('a handset of one person', () => {
  it('gets what it needs for a one-time code, whatever way it was typed, and authenticates with it', async () => {
    const { code, expires_at, ...rest } = await codeFor('ana.reis', lara)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(rest).toMatchObject({ client: 'northwind', device_user_reference: 'ana.reis' })
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(14 * 60_000)
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    const answer = await exchange(typed)
    expect(answer.status).toBe(200)
    const details = (await answer.json()) as EnrolmentDetails
    expect(details).toEqual({
      origin: account.server.settings.origin,
      client: 'northwind',
      enrolment_secret: await shownSecret(),
      device_user_reference: 'ana.reis',
    })
    await account.verified('TYPED-1', { secret: details.enrolment_secret })
    expect(await events('one_time_code.used')).toMatchObject([
      { user_id: 'anonymous', group: 'London', details: { device_user_reference: 'ana.reis' } },
    ])
  })

  it('gets it once: also when two handsets send the code at the same moment', async () => {
    const { code } = await codeFor('ana.reis')
    const answers = await Promise.all([0, 1, 2].map(async () => (await exchange(code)).status))
    expect(answers.toSorted()).toEqual([200, 401, 401])
    expect(await outcomeOf(await exchange(code))).toEqual(refused)
  })

  it('gets nothing for a code that is replaced, expired, of another account or of somebody offboarded', async () => {
    const first = await codeFor('ana.reis')
    const second = await codeFor('ana.reis')
    expect(await outcomeOf(await exchange(first.code))).toEqual(refused)
    await account.server.openAccount('globex')
    for (const client of ['globex', 'no-such-client', 'admin']) {
      expect(await outcomeOf(await exchange(second.code, client))).toEqual(refused)
    }
    await account.write(async (tx) => {
      await tx.db.updateTable('one_time_codes').set({ expires_at: tx.now }).where('client', '=', tx.client).execute()
    })
    expect(await outcomeOf(await exchange(second.code))).toEqual(refused)

    await account.onboard('gone.soon')
    const { code } = await codeFor('gone.soon')
    await sent('DELETE', '/users/gone.soon')
    expect(await outcomeOf(await exchange(code))).toEqual(refused)
    for (const path of ['codes', 'details']) {
      expect(await outcome('POST', `/users/gone.soon/enrolment/${path}`)).toEqual([409, 'device_user.not_active'])
    }
  })

  it.each(['', '1234', 'x'.repeat(21), '12345_67890', '12345\u000067890'])(
    'is told that %j is not a code',
    async (code) => {
      expect(await outcomeOf(await exchange(code))).toEqual([400, 'request.invalid'])
    },
  )

  it('is not enrolled by somebody who may not change the person, or not see the secret', async () => {
    for (const path of ['codes', 'details']) {
      const of = (reference: string, token: string) =>
        outcome('POST', `/users/${reference}/enrolment/${path}`, undefined, token)
      expect(await of('ana.reis', mara)).toEqual([403, 'auth.forbidden'])
      expect(await of('joe.low', lara)).toEqual([404, 'request.not_found'])
      expect(await of('no.such.person', boss)).toEqual([404, 'request.not_found'])
    }
  })

  it('finds everything it needs in the QR code, which is on the trail without the secret', async () => {
    const details = await sent<EnrolmentDetails>('POST', '/users/ana.reis/enrolment/details', undefined, lara)
    await account.verified('SCANNED-1', { secret: details.enrolment_secret })
    const shown = (await events('enrolment_secret.shown')).at(-1)
    expect(shown).toMatchObject({
      user_id: 'lara',
      group: 'London',
      details: { device_user_reference: 'ana.reis' },
    })
    expect(JSON.stringify(shown)).not.toContain(details.enrolment_secret)
  })

  it('leaves neither code nor secret in the database or on the trail', async () => {
    const { code } = await codeFor('ana.reis')
    await exchange('00000-00000')
    const stored = await account.read(async (tx) => [
      await tx.db.selectFrom('one_time_codes').selectAll().where('client', '=', tx.client).execute(),
      await tx.db.selectFrom('user_activities').selectAll().where('client', '=', tx.client).execute(),
    ])
    const text = JSON.stringify(stored)
    expect(text).toContain('code_mac')
    for (const hidden of [code, code.replace('-', ''), '00000-00000', await shownSecret()]) {
      expect(text).not.toContain(hidden)
    }
  })
})

describe('somebody who guesses codes', () => {
  it('is held up after some wrong ones, and stops nobody else', async () => {
    const guess = (place: number) => exchange(`ZZZZZ-${String(place).padStart(5, '0')}`)
    const { code: right } = await codeFor('ana.reis')
    expect((await exchange(right)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 80 }, (_, place) => guess(place)))
    const tried = answers.filter(({ status }) => status === 401).length
    expect(tried).toBeGreaterThan(5)
    expect(tried).toBeLessThanOrEqual(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(80 - tried)
    const held = await guess(99)
    expect(held.status).toBe(429)
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0)
    // A right code is not tried either, so that a guess is not told from a wrong one.
    const { code } = await codeFor('ana.reis')
    expect((await exchange(code)).status).toBe(429)
    await account.verified('NEIGHBOUR-1', { secret: await shownSecret() })
  })
})
