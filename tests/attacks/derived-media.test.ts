import type { MediaPart } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

/** What is made from a recording reaches whom the recording itself reaches, and nobody else. */

let account: AccountUnderAttack
let playback: Playback
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  playback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
})
afterAll(() => account.stop())

const addressOf = (part: string): string => `${playback.s3_url}?part=${part}`

const fetchPart = (part: string, headers: Record<string, string> = {}) =>
  account.fetchMedia({ ...playback, s3_url: addressOf(part) }, headers)

/** The part, once it is made. */
const madePart = async (part: MediaPart): Promise<Response> => {
  await expect.poll(async () => (await fetchPart(part, { range: 'bytes=0-0' })).status).toBe(206)
  return fetchPart(part)
}

const eventsOf = (payload_reference: string) =>
  account.server.api.platform.database.read('acme', (tx) =>
    tx.db
      .selectFrom('custody_events')
      .select(['event', 'details'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .orderBy('event_id')
      .execute(),
  )

describe('what is made from a call', () => {
  it('is a waveform, and an MP3 with seeking', async () => {
    const peaks = await madePart('peaks')
    expect(peaks.headers.get('content-type')).toBe('application/octet-stream')
    const [channels, ...columns] = Buffer.from(await peaks.arrayBuffer())
    expect(channels).toBe(1)
    expect(columns.length).toBeGreaterThan(600)
    const rendition = await madePart('rendition')
    expect(rendition.headers.get('content-type')).toBe('audio/mpeg')
    const whole = Buffer.from(await rendition.arrayBuffer())
    const middle = await fetchPart('rendition', { range: 'bytes=70000-79999' })
    expect(middle.status).toBe(206)
    expect(Buffer.from(await middle.arrayBuffer()).equals(whole.subarray(70_000, 80_000))).toBe(true)
    expect(await eventsOf(account.recordings.equities)).toContainEqual({
      event: 'payload.derived',
      details: { parts: expect.arrayContaining(['peaks', 'rendition']) },
    })
  })

  it('is stored sealed, in the database and in the object store', async () => {
    const peaks = Buffer.from(await (await madePart('peaks')).arrayBuffer())
    const { database, objects } = account.server.api.platform
    const rows = await database.read('acme', (tx) =>
      tx.db
        .selectFrom('derived_media')
        .select(['part', 'sealed', 's3_path'])
        .where('client', '=', tx.client)
        .where('payload_reference', '=', account.recordings.equities)
        .orderBy('part')
        .execute(),
    )
    const [inDatabase, inStore] = rows
    expect(inDatabase?.sealed?.includes(peaks.subarray(1, 40))).toBe(false)
    const chunks: Buffer[] = []
    for await (const chunk of await objects.get(inStore?.s3_path ?? '')) chunks.push(chunk)
    const sealed = Buffer.concat(chunks)
    const rendition = Buffer.from(await (await fetchPart('rendition')).arrayBuffer())
    expect(sealed.length).toBeGreaterThan(rendition.length)
    expect(sealed.includes(rendition.subarray(1000, 1040))).toBe(false)
  })

  it('counts as played when the sound is fetched, not when its waveform is drawn', async () => {
    const played = async () =>
      (await eventsOf(account.recordings.rates)).filter(({ event }) => event === 'payload.played').length
    const { s3_url, cookie } = await account.requestPlayback(account.tokens.sofia, account.recordings.rates)
    const fetched = async (part: string) =>
      (await account.fetchMedia({ s3_url: `${s3_url}?part=${part}`, cookie })).status
    await expect.poll(() => fetched('peaks')).toBe(200)
    expect(await played()).toBe(0)
    expect(await fetched('rendition')).toBe(200)
    expect(await played()).toBe(1)
  })

  it('has neither a poster nor a part of another name', async () => {
    expect(await (await fetchPart('poster')).json()).toMatchObject({ code: 'part.not_made', error_code: 404 })
    expect((await fetchPart('everything')).status).toBe(400)
  })

  it('is refused in another browser and in another account', async () => {
    const other = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
    for (const part of ['peaks', 'rendition']) {
      for (const cookie of ['', other.cookie]) {
        expect((await account.fetchMedia({ s3_url: addressOf(part), cookie })).status).toBe(403)
      }
      const s3_url = addressOf(part).replace('/acme/', '/globex/')
      expect((await account.fetchMedia({ ...playback, s3_url })).status).toBe(403)
    }
  })

  it('is not made of a call with a personal number', async () => {
    const answer = await account.requestPlayback(account.tokens.boss, account.recordings.personal)
    expect(answer).toMatchObject({ status: 'Personal', s3_url: null })
    const events = await eventsOf(account.recordings.personal)
    expect(events.map(({ event }) => event)).not.toContain('payload.derived')
  })
})
