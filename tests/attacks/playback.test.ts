import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

/** A playback address plays one recording for one person in one browser, as long as that person may play it. */

let account: AccountUnderAttack
let amirsPlayback: Playback
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  amirsPlayback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
})
afterAll(() => account.stop())
afterEach(() => vi.useRealTimers())

const expired = { error_code: 403, message: 'This playback address has expired', code: 'playback.expired' }

const refusal = async (response: Response) => {
  expect(response.status).toBe(403)
  return response.json()
}

describe('a playback address', () => {
  it('plays in the browser that asked for it', async () => {
    const response = await account.fetchMedia(amirsPlayback)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(account.content)).toBe(true)
  })

  it('plays nothing without the cookie, or with that of another browser', async () => {
    const other = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    expect(other.cookie).not.toBe(amirsPlayback.cookie)
    const [name = ''] = amirsPlayback.cookie.split('=')
    const [, value = ''] = other.cookie.split('=')
    for (const cookie of ['', other.cookie, `${name}=`, `${name}=${value}`, `${name}=${'A'.repeat(43)}`]) {
      expect(await refusal(await account.fetchMedia({ ...amirsPlayback, cookie }))).toEqual(expired)
    }
  })

  it("plays nothing under another account's path", async () => {
    const s3_url = amirsPlayback.s3_url?.replace('/acme/', '/globex/') ?? ''
    expect(await refusal(await account.fetchMedia({ ...amirsPlayback, s3_url }))).toEqual(expired)
  })

  it('plays nothing after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 })
    expect((await account.fetchMedia(amirsPlayback)).status).toBe(200)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect(await refusal(await account.fetchMedia(amirsPlayback))).toEqual(expired)
  })

  it('plays nothing when any byte of it is changed', async () => {
    const [path = '', ticket = ''] = amirsPlayback.s3_url?.split('/media/') ?? []
    const [text = '', mac = ''] = ticket.split('.')
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as object
    const encoded = (changed: object) => Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url')
    const forgeries = [
      `${encoded({ payload_reference: account.recordings.rates })}.${mac}`,
      `${encoded({ user_reference: 'sofia' })}.${mac}`,
      `${encoded({ expires_at: 9_999_999_999 })}.${mac}`,
      `${encoded({ client: 'globex' })}.${mac}`,
      `${encoded({ action: 'download' })}.${mac}`,
      `${text}.${mac.slice(0, -1)}`,
      `${text}.${Buffer.alloc(32).toString('base64url')}`,
      `${text}.`,
      `.${mac}`,
      `${text}${mac}`,
    ]
    for (const forged of forgeries) {
      expect(await refusal(await account.fetchMedia({ ...amirsPlayback, s3_url: `${path}/media/${forged}` }))).toEqual(
        expired,
      )
    }
  })

  it('is not given for a download to a person who may only play', async () => {
    const answer = await account.requestPlayback(account.tokens.amir, account.recordings.equities, 'download')
    expect(answer).toMatchObject({ status: 'GroupNotAuthorised', s3_url: null })
  })

  it('has headers that keep its content out of caches and prevent it from running as code', async () => {
    const { headers } = await account.fetchMedia(amirsPlayback)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-disposition')).toMatch(/^inline; filename=[0-9A-Z-]+\.\w+$/)
  })
})

describe('several recordings in one browser', () => {
  const opens = async (playback: Playback, cookie: string) => (await account.fetchMedia({ ...playback, cookie })).status

  it('can be played side by side: a second address keeps the cookie', async () => {
    const { amir } = account.tokens
    const first = await account.requestPlayback(amir, account.recordings.equities)
    const again = await account.requestPlayback(amir, account.recordings.equities, 'play', first.cookie)
    expect(again.cookie).toBe('')
    expect([await opens(first, first.cookie), await opens(again, first.cookie)]).toEqual([200, 200])
  })

  it('can be played side by side when two tabs asked at once, before the browser had a cookie', async () => {
    const { boss } = account.tokens
    const { equities, rates } = account.recordings
    const [one, other] = await Promise.all([
      account.requestPlayback(boss, equities),
      account.requestPlayback(boss, rates),
    ])
    const [oneName, otherName] = [one, other].map(({ cookie }) => cookie.split('=')[0])
    expect(oneName).not.toBe(otherName)
    const kept = `${one.cookie}; ${other.cookie}`
    expect([await opens(one, kept), await opens(other, kept)]).toEqual([200, 200])
  })

  it('have a cookie that is sent to this account only, and hidden from scripts', async () => {
    const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const { headers } = await account.server.call('GET', path, { token: account.tokens.amir })
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^holdfast_media_[\w-]+=[\w-]{43}; Path=\/api\/client\/v1\/acme; HttpOnly; SameSite=Strict$/,
      ),
    ])
  })

  it('can no longer be played when another person asks for playback in the same browser', async () => {
    const playback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const options = { token: account.tokens.boss, headers: { cookie: playback.cookie } }
    const { headers } = await account.server.call('GET', path, options)
    const [cleared = '', own = ''] = headers.getSetCookie()
    expect(cleared).toContain(`${playback.cookie.split('=')[0]}=; `)
    expect(cleared).toContain('Expires=Thu, 01 Jan 1970 00:00:00 GMT')
    expect(await refusal(await account.fetchMedia({ ...playback, cookie: own.split(';')[0] ?? '' }))).toEqual(expired)
  })
})

describe('ranges', () => {
  const range = (value: string) => account.fetchMedia(amirsPlayback, { range: value })

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=5-9', 5, 10],
    ['bytes=-4', -4, undefined],
    ['bytes=10-999999999', 10, undefined],
  ])('%s is answered exactly', async (value, start, end) => {
    const response = await range(value)
    expect(response.status).toBe(206)
    expect(Buffer.from(await response.arrayBuffer()).equals(account.content.subarray(start, end))).toBe(true)
  })

  it('is sent only of the content that the player has a part of, if it says of which', async () => {
    const whole = await account.fetchMedia(amirsPlayback)
    await whole.arrayBuffer()
    const tag = whole.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{10}"$/)
    const conditional = (condition: string) =>
      account.fetchMedia(amirsPlayback, { range: 'bytes=5-9', 'if-range': condition })
    const same = await conditional(tag)
    expect([same.status, same.headers.get('etag')]).toEqual([206, tag])
    expect(Buffer.from(await same.arrayBuffer()).equals(account.content.subarray(5, 10))).toBe(true)
    for (const other of ['"AAAAAAAAAA"', `W/${tag}`, 'Mon, 23 Nov 2026 10:00:00 GMT']) {
      const all = await conditional(other)
      expect(all.status).toBe(200)
      expect(Buffer.from(await all.arrayBuffer()).equals(account.content)).toBe(true)
    }
  })

  it.each(['bytes=999999999-', 'bytes=999999999-1000000000', 'bytes=5-4', 'bytes=-0', `bytes=${'9'.repeat(40)}-`])(
    '%s is refused as out of range',
    async (value) => {
      const response = await range(value)
      expect(response.status).toBe(416)
      expect(await response.json()).toMatchObject({ code: 'playback.range_not_satisfiable' })
    },
  )

  it.each([
    ['a thousand ranges', `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(',')}`],
    ['overlapping ranges', 'bytes=0-,0-,0-'],
    ['another unit', 'lines=0-1'],
    ['no numbers', 'bytes=-'],
    ['words', 'bytes=a-b'],
  ])('%s get the whole content', async (_what, value) => {
    const response = await range(value)
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBe(account.content.length)
  })
})

describe('during playback', () => {
  const change = (user_reference: string, columns: { roles?: string[]; is_active?: boolean }) =>
    account.server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('portal_users')
        .set(columns)
        .where('client', '=', 'acme')
        .where('user_reference', '=', user_reference)
        .execute(),
    )
  const listener = async (user_reference: string) => {
    const token = await account.server.signIn('acme', { user_reference, roles: ['Equities reviewer'] })
    const playback = await account.requestPlayback(token, account.recordings.equities)
    expect((await account.fetchMedia(playback, { range: 'bytes=0-9' })).status).toBe(206)
    return { token, next: () => account.fetchMedia(playback, { range: 'bytes=10-19' }) }
  }

  it('losing the role ends access at the next range', async () => {
    const { next } = await listener('loses-role')
    await change('loses-role', { roles: ['Rates reviewer'] })
    expect(await refusal(await next())).toEqual(expired)
  })

  it('being removed ends access at the next range, and at every other call', async () => {
    const { token, next } = await listener('removed')
    await change('removed', { is_active: false })
    expect((await next()).status).toBe(401)
    expect((await account.server.call('GET', '/api/client/v1/acme/payloads', { token })).status).toBe(401)
  })

  it('signing out ends access at the next range', async () => {
    const { token, next } = await listener('signs-out')
    const path = '/api/admin/v1/acme/session/sign_out'
    expect((await account.server.call('POST', path, { token, body: {} })).ok).toBe(true)
    expect(await refusal(await next())).toEqual(expired)
  })
})

describe('a recording with a personal number', () => {
  it.each(['play', 'download'])('is refused to everybody, with action=%s', async (action) => {
    const refused = { status: 'Personal', s3_url: null }
    for (const token of [account.tokens.amir, account.tokens.boss]) {
      expect(await account.requestPlayback(token, account.recordings.personal, action)).toMatchObject(refused)
    }
  })

  it('is listed, and stops playing when it is marked as personal during playback', async () => {
    const { payload_reference } = await account.server.getJson<{ payload_reference: string }>(
      `/api/client/v1/acme/payloads/${account.recordings.personal}`,
      account.tokens.amir,
    )
    expect(payload_reference).toBe(account.recordings.personal)
    const playback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    const mark = (is_personal_number: boolean) =>
      account.server.api.platform.database.transaction('acme', (tx) =>
        tx.db
          .updateTable('payloads')
          .set({ is_personal_number })
          .where('client', '=', 'acme')
          .where('payload_reference', '=', account.recordings.equities)
          .execute(),
      )
    await mark(true)
    try {
      expect(await refusal(await account.fetchMedia(playback))).toEqual(expired)
    } finally {
      await mark(false)
    }
  })
})
