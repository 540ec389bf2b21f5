import { errors, type PayloadAudit, type PlayedRange } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

/** Seconds of the recording of every test. */
const seconds = 31.96

let account: AccountUnderAttack
beforeAll(async () => {
  account = await AccountUnderAttack.start()
})
afterAll(() => account?.stop())

const requestPlayback = () => account.requestPlayback(account.tokens.amir, account.recordings.equities)

const report = (playback: Playback, body: unknown, cookie = playback.cookie): Promise<Response> =>
  account.server.call('POST', `${playback.s3_url}/played`, { headers: { cookie }, body: body as object })

const listened = async (): Promise<PayloadAudit['records']> => {
  const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/audit`
  const response = await account.server.call('GET', path, { token: account.tokens.boss })
  const { records } = (await response.json()) as PayloadAudit
  return records.filter(({ action }) => action === 'payload.listened')
}

const range = (from_s: number, to_s: number, speed = 1): PlayedRange => ({ from_s, to_s, speed })

describe('what a player reports', () => {
  it('stands in the custody of the recording and on the trail, with who played it', async () => {
    const before = (await listened()).length
    const response = await report(await requestPlayback(), { ranges: [range(0, 4.2), range(20, 25, 1.5)] })
    expect(response.status).toBe(204)
    const records = await listened()
    expect(records).toHaveLength(before + 1)
    expect(records[0]).toMatchObject({
      portal_user: 'amir',
      played: [range(0, 4.2), range(20, 25, 1.5)],
    })
    const trail = await account.server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'events'])
        .where('client', '=', 'acme')
        .where('call', '=', 'POST /media/{ticket}/played')
        .orderBy('log_id', 'desc')
        .executeTakeFirst(),
    )
    expect(trail).toMatchObject({
      user_id: 'amir',
      events: [{ event: 'payload.listened', details: { payload_reference: account.recordings.equities } }],
    })
  })

  it('ends where the recording ends', async () => {
    await report(await requestPlayback(), { ranges: [range(30, 500), range(400, 500)] })
    const played = (await listened())[0]?.played
    expect(played).toHaveLength(1)
    expect(played?.[0]?.to_s).toBeCloseTo(seconds, 0)
  })

  it.each<[string, unknown]>([
    ['no range', { ranges: [] }],
    ['101 ranges', { ranges: Array.from({ length: 101 }, () => range(0, 1)) }],
    ['a negative position', { ranges: [range(-1, 1)] }],
    ['a position that is no number', { ranges: [{ from_s: '0', to_s: 1, speed: 1 }] }],
    ['an endless speed', { ranges: [range(0, 1, 1e9)] }],
    ['another field', { ranges: [range(0, 1)], portal_user: 'sofia' }],
  ])('with %s is refused, and nothing is recorded', async (_, body) => {
    const before = await listened()
    expect((await report(await requestPlayback(), body)).status).toBe(400)
    expect(await listened()).toEqual(before)
  })

  it.each<[string, PlayedRange[]]>([
    ['behind the end', [range(40, 50), range(400, 500)]],
    ['of no length', [range(3, 3)]],
    ['that ends before it begins', [range(9, 2)]],
  ])('of nothing but a range %s is refused, and nothing is recorded', async (_, ranges) => {
    const before = await listened()
    const response = await report(await requestPlayback(), { ranges })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'playback.nothing_played' }])
    expect(await listened()).toEqual(before)
  })

  it('is refused from another browser, with another address, and after the person lost access', async () => {
    const before = await listened()
    const playback = await requestPlayback()
    const body = { ranges: [range(0, 1)] }
    expect((await report(playback, body, 'other=1')).status).toBe(errors['playback.expired'][0])
    expect((await report({ ...playback, s3_url: `${playback.s3_url}A` }, body)).status).toBe(
      errors['playback.expired'][0],
    )
    expect(await listened()).toEqual(before)
  })
})
