import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { UserActivity } from '@holdfast/contract'
import { segmentBytes } from '@holdfast/custody'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { servedStatement } from '../../apps/server/src/modules/playback/playbacks.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

const client = 'acme'

describe('GET /media/{ticket}', () => {
  let account: AccountUnderAttack

  beforeAll(async () => {
    account = await AccountUnderAttack.start()
  })

  afterAll(() => account.stop())

  const requestPlayback = () => account.requestPlayback(account.tokens.amir, account.recordings.equities)

  const playbacks = () =>
    account.server.api.platform.database.read(client, async (tx) => {
      const rows = await tx.db
        .selectFrom('custody_events')
        .select('actor')
        .where('client', '=', client)
        .where('payload_reference', '=', account.recordings.equities)
        .where('event', '=', 'payload.played')
        .execute()
      return rows.length
    })

  const lastStatus = () =>
    account.server.api.platform.database.read(client, async (tx) => {
      const row = await tx.db
        .selectFrom('user_activities')
        .select('status_code')
        .where('client', '=', client)
        .where('user_id', '=', 'amir')
        .orderBy('log_id', 'desc')
        .executeTakeFirst()
      return row?.status_code
    })

  const bytes = async (playback: Playback, range: string): Promise<number> =>
    (await (await account.fetchMedia(playback, { range })).arrayBuffer()).byteLength

  it('records in the custody who played a recording, also when its first byte is never requested', async () => {
    const before = await playbacks()
    const playback = await requestPlayback()
    expect(await bytes(playback, 'bytes=1-')).toBe(account.content.length - 1)
    expect(await playbacks()).toBe(before + 1)
    await bytes(playback, 'bytes=64-127')
    expect(await playbacks()).toBe(before + 1)
    await bytes(playback, 'bytes=0-')
    expect(await playbacks()).toBe(before + 2)
  })

  it('does not record a playback again that another api process began, or this one before it was restarted', async () => {
    const before = await playbacks()
    const playback = await requestPlayback()
    const ticket = new URL(playback.s3_url ?? '', 'http://any').pathname.split('/').at(-1) ?? ''
    const serving = {
      playback: { ticket, attachment: undefined, player: 'amir' },
      share: { from: 0, to: 0.5 },
      expires_at: new Date(Date.now() + 60_000),
    }
    await account.server.api.platform.database.writeShared(
      client,
      (tx, all) => all.map((one) => servedStatement(tx, one)),
      serving,
    )
    await bytes(playback, 'bytes=64-127')
    expect(await playbacks()).toBe(before)
    await bytes(playback, 'bytes=0-9')
    expect(await playbacks()).toBe(before + 1)
  })

  it('has name, size and SHA-256 of a file that was saved, and none of one that broke off', async () => {
    const { server } = account
    const everything = ['payloads:*', 'audit:read'].map((actions_matching) => ({ actions_matching }))
    await server.addRole('acme', 'Saving', everything)
    const token = await server.signIn('acme', { user_reference: 'sara', roles: ['Saving'] })
    const saving = () => account.requestPlayback(token, account.recordings.equities, 'download')
    const path = '/api/admin/v1/acme/activities?filter[person]=sara&filter[action]=GET%20%2Fmedia%2F%7Bticket%7D'
    const entries = async (reader: string) => {
      const { items } = await server.getJson<{ items: UserActivity[] }>(path, reader)
      return items.map(({ event, brief, group }) => ({ event, group, ...brief?.facts }))
    }
    const broken = await account.fetchMedia(await saving(), { range: 'bytes=0-9' })
    await broken.arrayBuffer()
    const saved = await account.fetchMedia(await saving())
    const bytes = Buffer.from(await saved.arrayBuffer())
    expect(bytes.equals(account.content)).toBe(true)
    const name = /filename="?([^";]+)/.exec(saved.headers.get('content-disposition') ?? '')?.[1] ?? 'no name'
    const sent = { group: 'Equities', saved_as: name }
    const sha256 = createHash('sha256').update(account.content).digest('hex')
    const told = [
      { event: 'payload.download_completed', ...sent, bytes: bytes.length, sha256 },
      { event: 'payload.downloaded', ...sent, bytes: bytes.length },
      { event: 'payload.downloaded', ...sent, bytes: 10 },
    ]
    await vi.waitFor(async () => expect(await entries(token)).toEqual(told), { timeout: waitTimeoutMs })
    await server.addRole('acme', 'Trail alone', [{ actions_matching: 'audit:read' }])
    const auditor = await server.signIn('acme', { user_reference: 'theo', roles: ['Trail alone'] })
    expect(await entries(auditor), 'a file is named after those who took part').toEqual(
      told.map(({ saved_as: _name, ...others }) => others),
    )
  })

  it('answers HEAD as GET, without content, without a playback, and for the same callers', async () => {
    const playback = await requestPlayback()
    const head = (cookie: string, headers: Record<string, string> = {}) =>
      account.server.call('HEAD', playback.s3_url ?? '', { headers: { cookie, ...headers } })
    const described = [
      'content-type',
      'content-length',
      'content-range',
      'content-disposition',
      'accept-ranges',
      'etag',
    ]
    const requests: Record<string, string>[] = [{}, { range: 'bytes=5-9' }]
    for (const headers of requests) {
      const before = await playbacks()
      const answer = await head(playback.cookie, headers)
      expect(await answer.text()).toBe('')
      expect(await playbacks()).toBe(before)
      const whole = await account.fetchMedia(await requestPlayback(), headers)
      await whole.body?.cancel()
      expect(answer.status).toBe(whole.status)
      for (const name of described) expect(answer.headers.get(name), name).toBe(whole.headers.get(name))
    }
    expect((await head('')).status).toBe(403)
    expect((await head(playback.cookie, { range: `bytes=${account.content.length}-` })).status).toBe(416)
    const fresh = await playbacks()
    await bytes(playback, 'bytes=1-')
    expect(await playbacks(), 'the first content is still a playback').toBe(fresh + 1)
  })

  it('records the status of its answer on the trail', async () => {
    const playback = await requestPlayback()
    await bytes(playback, 'bytes=0-9')
    expect(await lastStatus()).toBe(206)
    await bytes(playback, 'bytes=10-19')
    expect(await lastStatus()).toBe(206)
    const past = await account.fetchMedia(playback, { range: `bytes=${account.content.length}-` })
    expect(past.status).toBe(416)
    expect(past.headers.get('content-range')).toBe(`bytes */${account.content.length}`)
    await past.body?.cancel()
    expect(await lastStatus()).toBe(416)
  })

  it('sends no content when the trail cannot be written, and closes the file', async () => {
    const playback = await requestPlayback()
    await bytes(playback, 'bytes=0-9')
    const { database } = account.server.api.platform
    const refusing = vi.spyOn(database, 'writeShared').mockRejectedValue(new Error('the trail is full'))
    const refused = await account.fetchMedia(playback, { range: 'bytes=10-19' })
    expect(refused.status).toBe(500)
    expect(await refused.text()).not.toContain(account.content.subarray(10, 20).toString('latin1'))
    refusing.mockRestore()
    await vi.waitFor(() => expect(openRecordings()).toEqual([]), { timeout: waitTimeoutMs })
  })

  describe('of a recording of several segments', () => {
    let recording: string
    beforeAll(async () => {
      const content = await readFile(new URL('../../media/calls/06-en-radio-desk-callback-8k.wav', import.meta.url))
      recording = await account.addCall(content, 'audio/wav')
    })

    const playing = async (): Promise<Playback> => {
      const playback = await account.requestPlayback(account.tokens.amir, recording)
      await bytes(playback, 'bytes=0-9')
      return playback
    }

    /** Reads an answer until this many bytes have arrived. */
    const reading = async (reader: ReadableStreamDefaultReader<Uint8Array>, wanted: number): Promise<void> => {
      for (let arrived = 0; arrived < wanted; ) {
        const { value } = await reader.read()
        if (!value) throw new Error(`The answer ended after ${arrived} bytes`)
        arrived += value.length
      }
    }

    it('sends one segment of a later range, and of one such request only, until the entry of it is written', async () => {
      const playback = await playing()
      const { database } = account.server.api.platform
      const { promise: mayWrite, resolve: write } = Promise.withResolvers<void>()
      const original = database.writeShared.bind(database)
      const delayed = vi.spyOn(database, 'writeShared').mockImplementation(async (...change) => {
        await mayWrite
        await original(...change)
      })
      try {
        const settled: string[] = []
        const first = await account.fetchMedia(playback, { range: `bytes=${2 * segmentBytes}-${6 * segmentBytes - 1}` })
        const reader = first.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>
        await reading(reader, segmentBytes)
        const more = reading(reader, 3 * segmentBytes).then(() => settled.push('the rest of the first'))
        const second = bytes(playback, `bytes=${6 * segmentBytes}-`).then(() => settled.push('the second'))
        const address = `/api/client/v1/acme/payloads/${recording}/data?action=play`
        // This call writes to the trail in a transaction of its own, which is not delayed. Once it is answered, the others have had time to go on.
        expect((await account.server.call('GET', address, { token: account.tokens.amir })).status).toBe(200)
        expect(settled).toEqual([])
        write()
        await Promise.all([more, second])
      } finally {
        write()
        delayed.mockRestore()
      }
      expect(await lastStatus()).toBe(206)
    })

    it('breaks a later range off when its entry cannot be written, and sends nothing from then on', async () => {
      const playback = await playing()
      const { database } = account.server.api.platform
      const range = `bytes=${segmentBytes}-${5 * segmentBytes - 1}`
      const refusing = vi.spyOn(database, 'writeShared').mockRejectedValue(new Error('the trail is full'))
      const first = await account.fetchMedia(playback, { range })
      await expect(first.arrayBuffer()).rejects.toThrow('terminated')
      refusing.mockRestore()
      const failing = vi.spyOn(database, 'transaction').mockRejectedValue(new Error('the trail is full'))
      const second = await account.fetchMedia(playback, { range })
      expect(second.status).toBe(500)
      await second.body?.cancel()
      failing.mockRestore()
      expect(await bytes(playback, range)).toBe(4 * segmentBytes)
    })
  })
})

/** Files of the object folder that this process has open. */
const openRecordings = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${descriptor}`)
      return file.includes('/recordings/') ? [file] : []
    } catch {
      return []
    }
  })
