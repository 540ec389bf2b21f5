import { errors, type MediaPart, type PayloadAudit, type PlayedRange } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { removeExpiredPlaybacksJob } from '../../apps/server/src/modules/playback/remove-expired-playbacks.ts'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

/** Seconds of the recording of every test. */
const seconds = 31.96

let account: AccountUnderAttack
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  // As the decoder counts it, which does not run here.
  await account.server.api.platform.database.transaction('acme', async (tx) => {
    const recording = tx.db
      .selectFrom('payloads')
      .where('client', '=', 'acme')
      .where('payload_reference', '=', account.recordings.equities)
    const { media } = await recording.select('media').executeTakeFirstOrThrow()
    await tx.db
      .updateTable('payloads')
      .set({ media: JSON.stringify({ ...media, duration_ms: seconds * 1_000 }) })
      .where('client', '=', 'acme')
      .where('payload_reference', '=', account.recordings.equities)
      .execute()
  })
})
afterAll(() => account?.stop())

const requestPlayback = () => account.requestPlayback(account.tokens.amir, account.recordings.equities)

/** Forgets who played what: all addresses of a recording share the time that reports may claim. */
const forgetPlaybacks = () =>
  account.server.api.platform.database.transaction('acme', (tx) =>
    tx.db.deleteFrom('playbacks').where('client', '=', 'acme').execute(),
  )

/** The only player, which requested some of the content an hour of listening ago unless the test says otherwise. */
const playing = async (wanted: { range?: string; agoSeconds?: number } = {}): Promise<Playback> => {
  await forgetPlaybacks()
  return playingToo(wanted)
}

/** Another player of the same recording. */
const playingToo = async ({ range = 'bytes=0-', agoSeconds = 3_600 } = {}): Promise<Playback> => {
  const playback = await requestPlayback()
  const response = await account.fetchMedia(playback, { range })
  expect(response.status).toBe(206)
  await response.arrayBuffer()
  await account.server.api.platform.database.transaction('acme', (tx) =>
    tx.db
      .updateTable('playbacks')
      .set({ first_served_at: new Date(tx.now.getTime() - agoSeconds * 1_000) })
      .where('client', '=', 'acme')
      .execute(),
  )
  return playback
}

const report = (playback: Playback, body: unknown, cookie = playback.cookie): Promise<Response> =>
  account.server.call('POST', `${playback.s3_url}/played`, { headers: { cookie }, body: body as object })

const listened = async (): Promise<PayloadAudit['records']> => {
  const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/audit`
  const response = await account.server.call('GET', path, { token: account.tokens.boss })
  const { records } = (await response.json()) as PayloadAudit
  return records.filter(({ action }) => action === 'payload.listened')
}

const outcome = async (response: Response): Promise<unknown[]> => [
  response.status,
  response.status === 204 ? null : ((await response.json()) as { code: string }).code,
]

const accepted = [204, null]

const range = (from_s: number, to_s: number, speed = 1): PlayedRange => ({ from_s, to_s, speed })

describe('what a player reports', () => {
  it('is taken of what was played before the account asked for reasons; further content is not sent', async () => {
    const choose = async (playback_reason_kind: 'none' | 'text') => {
      const body = { is_word_search_on: false, is_asking_before_pictures: false, playback_reason_kind }
      const path = '/api/admin/v1/acme/account/settings'
      expect((await account.server.call('PUT', path, { token: account.tokens.boss, body })).status).toBe(200)
    }
    const playback = await playing()
    await choose('text')
    try {
      expect((await account.fetchMedia(playback, { range: 'bytes=0-' })).status).toBe(403)
      expect(await outcome(await report(playback, { ranges: [range(0, 3)] }))).toEqual(accepted)
      expect(await listened()).toMatchObject([{ played: [range(0, 3)] }])
    } finally {
      await choose('none')
    }
  })

  it('stands in the custody of the recording and on the trail, with who played it', async () => {
    const before = (await listened()).length
    const response = await report(await playing(), { ranges: [range(0, 4.2), range(20, 25, 1.5)] })
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
    await report(await playing(), { ranges: [range(30, 500), range(400, 500)] })
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
    expect((await report(await playing(), body)).status).toBe(400)
    expect(await listened()).toEqual(before)
  })

  it.each<[string, PlayedRange[]]>([
    ['behind the end', [range(40, 50), range(400, 500)]],
    ['of no length', [range(3, 3)]],
    ['that ends before it begins', [range(9, 2)]],
  ])('of nothing but a range %s is refused, and nothing is recorded', async (_, ranges) => {
    const before = await listened()
    const response = await report(await playing(), { ranges })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'playback.nothing_played' }])
    expect(await listened()).toEqual(before)
  })

  it('is refused from another browser, with another address, and after the person lost access', async () => {
    const before = await listened()
    const playback = await playing()
    const body = { ranges: [range(0, 1)] }
    expect((await report(playback, body, 'other=1')).status).toBe(errors['playback.expired'][0])
    expect((await report({ ...playback, s3_url: `${playback.s3_url}A` }, body)).status).toBe(
      errors['playback.expired'][0],
    )
    expect(await listened()).toEqual(before)
  })
})

describe('an address', () => {
  const played = { ranges: [range(0, 1)] }

  it('has one spelling: with any other, nothing is sent and nothing is recorded', async () => {
    const playback = await playing()
    const before = await listened()
    const address = playback.s3_url ?? ''
    // The last character stands for four bits, and two more that are always 0.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const unusedBit = address.slice(0, -1) + alphabet[alphabet.indexOf(address.slice(-1)) + 1]
    const spellings = [
      `${address}.`,
      `${address}.1`,
      `${address}~`,
      `${address.slice(0, -3)}~${address.slice(-3)}`,
      address.replace('.', '..'),
      unusedBit,
    ]
    const expired = [errors['playback.expired'][0], 'playback.expired']
    for (const s3_url of spellings) {
      expect(await outcome(await account.fetchMedia({ ...playback, s3_url })), s3_url).toEqual(expired)
      expect(await outcome(await report({ ...playback, s3_url }, played)), s3_url).toEqual(expired)
    }
    expect(await listened()).toEqual(before)
  })

  it('is of one player, although others ask for the same within the same second', async () => {
    const { cookie } = await requestPlayback()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const ask = () => account.requestPlayback(account.tokens.amir, account.recordings.equities, 'play', cookie)
      const addresses = await Promise.all([ask(), ask(), ask()])
      expect(new Set(addresses.map(({ s3_url }) => s3_url)).size).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it.each<[MediaPart, boolean]>([
    ['rendition', true],
    ['peaks', false],
  ])('of nothing but %s reports: %s', async (part, isPlayer) => {
    const query = `payload_references[]=${account.recordings.equities}&is_download=false&part=${part}`
    const response = await account.server.call('GET', `/api/client/v1/acme/data?${query}`, {
      token: account.tokens.amir,
    })
    const { items } = (await response.json()) as { items: { s3_url: string }[] }
    const s3_url = items[0]?.s3_url ?? ''
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const isSent = async () => {
      const sent = await account.fetchMedia({ s3_url, cookie })
      await sent.arrayBuffer()
      return sent.status === 200
    }
    await vi.waitUntil(isSent, { timeout: 60_000, interval: 100 })
    const path = new URL(s3_url, account.server.origin).pathname
    const before = (await listened()).length
    const answer = await outcome(await report({ status: 'Ok', s3_url: path, cookie }, played))
    expect(answer).toEqual(isPlayer ? accepted : [errors['playback.expired'][0], 'playback.expired'])
    expect(await listened()).toHaveLength(before + (isPlayer ? 1 : 0))
  })
})

describe('seconds that were made up', () => {
  it('cannot be of content that was not sent', async () => {
    const before = await listened()
    expect(await outcome(await report(await requestPlayback(), { ranges: [range(0, 1)] }))).toEqual([
      400,
      'playback.nothing_played',
    ])
    const outline = await requestPlayback()
    await account.fetchMedia({ ...outline, s3_url: `${outline.s3_url}?part=peaks` })
    expect(await outcome(await report(outline, { ranges: [range(0, 1)] }))).toEqual([400, 'playback.nothing_played'])
    expect(await listened()).toEqual(before)
  })

  it('are left out behind the bytes that were sent, until these are sent, too', async () => {
    const playback = await playing({ range: 'bytes=0-4999' })
    const ranges = [range(0, 1), range(20, 25)]
    expect(await outcome(await report(playback, { ranges }))).toEqual(accepted)
    expect((await listened())[0]?.played).toEqual([range(0, 1)])
    await (await account.fetchMedia(playback, { range: 'bytes=5000-' })).arrayBuffer()
    expect(await outcome(await report(playback, { ranges: [range(20, 25)] }))).toEqual(accepted)
    expect((await listened())[0]?.played).toEqual([range(20, 25)])
  })

  it('cannot be of an attachment that does not exist', async () => {
    const before = await listened()
    const response = await report(await playing(), { ranges: [range(0, 1)], attachment: 7 })
    expect(await outcome(response)).toEqual([400, 'playback.nothing_played'])
    expect(await listened()).toEqual(before)
  })

  it('cannot take longer than the time since the content was sent, in one report or several', async () => {
    const tooLong = [400, 'playback.longer_than_elapsed']
    const playback = await playing({ agoSeconds: 10 })
    const [latest] = await listened()
    expect(await outcome(await report(playback, { ranges: [range(0, 30)] }))).toEqual(tooLong)
    expect(await outcome(await report(playback, { ranges: [range(0, 8)] }))).toEqual(accepted)
    expect(await outcome(await report(playback, { ranges: [range(8, 25)] }))).toEqual(tooLong)
    // Nothing plays at 16 times the speed.
    const fast = await playing({ agoSeconds: 5 })
    expect(await outcome(await report(fast, { ranges: [range(0, 31, 16)] }))).toEqual(tooLong)
    expect(await outcome(await report(fast, { ranges: [range(0, 14, 3)] }))).toEqual(accepted)
    const [last, beforeLast, former] = await listened()
    expect([last?.played, beforeLast?.played]).toEqual([[range(0, 14, 3)], [range(0, 8)]])
    expect(former).toEqual(latest)
  })

  it('cannot take longer than that with several addresses of a recording', async () => {
    const [first, second] = [await playing({ agoSeconds: 20 }), await playingToo({ agoSeconds: 20 })]
    expect(await outcome(await report(first, { ranges: [range(0, 15)] }))).toEqual(accepted)
    expect(await outcome(await report(second, { ranges: [range(0, 15)] }))).toEqual([
      400,
      'playback.longer_than_elapsed',
    ])
    expect(await outcome(await report(second, { ranges: [range(15, 20)] }))).toEqual(accepted)
  })

  it('cannot be reported with several addresses at once to use the same time twice', async () => {
    const playbacks = [await playing({ agoSeconds: 20 }), await playingToo({ agoSeconds: 20 })]
    const reports = await Promise.all(
      playbacks.map(async (playback) => outcome(await report(playback, { ranges: [range(0, 15)] }))),
    )
    expect(reports.filter(([status]) => status === 204)).toHaveLength(1)
  })

  it('cannot be of the seconds around single bytes', async () => {
    const playback = await playing({ range: 'bytes=0-0' })
    const tenth = Math.floor(account.content.length / 10)
    for (let place = 1; place < 10; place += 1) {
      const byte = `bytes=${place * tenth}-${place * tenth}`
      await (await account.fetchMedia(playback, { range: byte })).arrayBuffer()
    }
    expect(await outcome(await report(playback, { ranges: [range(0, seconds)] }))).toEqual(accepted)
    const played = (await listened())[0]?.played ?? []
    expect(played.reduce((sum, { from_s, to_s }) => sum + to_s - from_s, 0)).toBeLessThan(1)
  })

  it('cannot be reported at once to use the same time twice', async () => {
    const playback = await playing({ agoSeconds: 20 })
    const reports = await Promise.all(
      Array.from({ length: 4 }, async () => outcome(await report(playback, { ranges: [range(0, 15)] }))),
    )
    expect(reports.filter(([status]) => status === 204)).toHaveLength(1)
  })

  it('are refused on the trail, with the code', async () => {
    await report(await requestPlayback(), { ranges: [range(0, 1)] })
    const refusal = await account.server.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['user_id', 'denial_reason', 'events'])
        .where('client', '=', 'acme')
        .where('call', '=', 'POST /media/{ticket}/played')
        .orderBy('log_id', 'desc')
        .executeTakeFirst(),
    )
    expect(refusal).toEqual({ user_id: 'amir', denial_reason: 'playback.nothing_played', events: [] })
  })
})

it('what was remembered of players is removed when their addresses have expired', async () => {
  await playing()
  const { platform } = account.server.api
  const remembered = () =>
    platform.database.read('acme', (tx) =>
      tx.db.selectFrom('playbacks').select('playback_id').where('client', '=', 'acme').execute(),
    )
  const clean = () =>
    removeExpiredPlaybacksJob.handle({ platform, attempt: 1, signal: new AbortController().signal }, {})
  await clean()
  expect(await remembered()).not.toEqual([])
  await platform.database.transaction('acme', (tx) =>
    tx.db
      .updateTable('playbacks')
      .set({ expires_at: new Date(0) })
      .where('client', '=', 'acme')
      .execute(),
  )
  await clean()
  expect(await remembered()).toEqual([])
})
