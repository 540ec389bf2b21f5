import { readFile } from 'node:fs/promises'
import type { ConversationPage, MediaPart } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { replaceStoredBytes, storedBytes } from '../../apps/server/test/stored-content.ts'
import { metaExamples } from '../conformance/document-examples.ts'
import { untilStatus } from '../setup/handset-status.ts'
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

const file = (name: string): Promise<Buffer> => readFile(new URL(`../../media/${name}`, import.meta.url))

/** Records something else on Amir's handset, and has him open it. */
const recorded = async (content: Uint8Array, type: 'Video' | 'MMS' | 'Call', meta: object): Promise<string> => {
  const recording = account.handset.record(content, type, { ...meta })
  await account.handset.deliver(recording)
  const { payload_reference } = recording.registration
  await untilStatus(account.handset, payload_reference, 'processed')
  return payload_reference
}

const opened = (payload_reference: string): Promise<Playback> =>
  account.requestPlayback(account.tokens.amir, payload_reference)

const fetched = ({ s3_url, cookie }: Playback, query: string, headers: Record<string, string> = {}) =>
  account.fetchMedia({ s3_url: `${s3_url}?${query}`, cookie }, headers)

const untilMade = async (playback: Playback, query: string): Promise<void> => {
  const status = async () => (await fetched(playback, query, { range: 'bytes=1-1' })).status
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe(206)
}

const oldVideo = async () => {
  const reference = await recorded(await file('videos/02-tree-qcif.3gp'), 'Video', { content_type: 'video/3gpp' })
  const playing = await opened(reference)
  await untilMade(playing, 'part=rendition')
  return { reference, playing }
}

describe('what is made from a video of an old handset', () => {
  it('is an MP4 of which every range is right, and opens only the segments that it touches', async () => {
    const { playing } = await oldVideo()
    const answer = await fetched(playing, 'part=rendition')
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    const whole = Buffer.from(await answer.arrayBuffer())
    expect(whole.subarray(4, 8).toString()).toBe('ftyp')
    for (const [start, end] of [
      [0, 0],
      [1_000, 1_100],
      [1_023, 1_024],
      [70_000, 140_000],
      [whole.length - 1, whole.length - 1],
    ] as const) {
      const part = await fetched(playing, 'part=rendition', { range: `bytes=${start}-${end}` })
      expect(part.status).toBe(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true)
    }
    const get = vi.spyOn(account.server.api.platform.objects, 'get')
    await (await fetched(playing, 'part=rendition', { range: 'bytes=100000-100000' })).arrayBuffer()
    const bytes = get.mock.calls.reduce(
      (sum, [, range]) => sum + (range ? range.end - range.start + 1 : whole.length),
      0,
    )
    get.mockRestore()
    expect(bytes).toBeLessThan(66_000)
  })

  it('is not played any more when the end of its recording is cut off, which is recorded', async () => {
    const { reference, playing } = await oldVideo()
    const { platform } = account.server.api
    const bytes = await storedBytes(platform, 'acme', reference)
    await replaceStoredBytes(platform, 'acme', reference, bytes.subarray(0, -1))
    expect((await fetched(playing, 'part=rendition')).status).toBe(410)
    expect((await eventsOf(reference)).map(({ event }) => event)).toContain('payload.damage_found')
  })

  it('is made again when its stored bytes are damaged, and the recording is as good as before', async () => {
    const { reference, playing } = await oldVideo()
    const { platform } = account.server.api
    const row = await platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('derived_media')
        .select('s3_path')
        .where('client', '=', 'acme')
        .where('payload_reference', '=', reference)
        .where('part', '=', 'rendition')
        .executeTakeFirstOrThrow(),
    )
    await platform.objects.put(row.s3_path ?? '', Buffer.alloc(200_000, 7))
    expect((await fetched(playing, 'part=rendition', { range: 'bytes=100000-' })).status).toBe(202)
    await untilMade(playing, 'part=rendition')
    expect((await fetched(playing, 'part=rendition')).status).toBe(200)
    expect((await eventsOf(reference)).map(({ event }) => event)).not.toContain('payload.damage_found')
  })
})

describe('what is made from a file attached to a message', () => {
  it('is seen or heard by whom the message reaches, counts as viewed or played, and is bound to its place', async () => {
    const voice = (await file('attachments/voice-note.amr')).toString('base64')
    const picture = (await file('attachments/dragonfly.jpg')).toString('base64')
    const attachments = [{ content: picture }, { content: voice }]
    const content = Buffer.from(JSON.stringify({ text: 'Listen', attachments }))
    const reference = await recorded(content, 'MMS', {
      direction: 'I',
      message_parties: [{ phone_number: '+447700900123' }],
    })
    const playing = await opened(reference)
    const recordedAs = async (wanted: string) => (await eventsOf(reference)).filter(({ event }) => event === wanted)
    const played = () => recordedAs('payload.played')
    await untilMade(playing, 'attachment=0&part=thumbnail')
    expect((await fetched(playing, 'attachment=0')).status).toBe(200)
    expect(await recordedAs('payload.viewed')).toEqual([{ event: 'payload.viewed', details: { attachment: 0 } }])
    expect(await played()).toEqual([])
    await untilMade(playing, 'attachment=1&part=rendition')
    expect(await played()).toEqual([{ event: 'payload.played', details: { attachment: 1 } }])
    expect((await fetched(playing, 'attachment=1&part=rendition')).headers.get('content-type')).toBe('audio/mpeg')
    for (const query of ['part=rendition', 'attachment=0&part=rendition', 'attachment=2&part=thumbnail']) {
      expect(await (await fetched(playing, query)).json(), query).toMatchObject({ code: 'part.not_made' })
    }
    const other = await account.requestPlayback(account.tokens.sofia, reference)
    expect(other).toMatchObject({ s3_url: null })
  })

  it('counts as viewed when a picture of an open conversation is enlarged, and not while it is small', async () => {
    const picture = (await file('attachments/dragonfly.jpg')).toString('base64')
    const content = Buffer.from(JSON.stringify({ text: 'Look', attachments: [{ content: picture }] }))
    const reference = await recorded(content, 'MMS', {
      direction: 'I',
      thread_id: 'enlarged',
      message_parties: [{ phone_number: '+447700900123' }],
    })
    await untilMade(await opened(reference), 'attachment=0&part=thumbnail')
    const viewed = async () => (await eventsOf(reference)).filter(({ event }) => event === 'payload.viewed').length
    const before = await viewed()
    const path = '/api/client/v1/acme/devices/acme-Equities/sms/enlarged'
    const answer = await account.server.call('GET', path, { token: account.tokens.amir })
    const { items } = (await answer.json()) as ConversationPage
    const cookie = answer.headers.getSetCookie().map((set) => set.split(';')[0])
    const shown = { status: 'Ok', s3_url: items[0]?.s3_url ?? null, cookie: cookie.join('; ') }
    expect((await fetched(shown, 'attachment=0&part=thumbnail')).status).toBe(200)
    expect(await viewed()).toBe(before)
    expect((await fetched(shown, 'attachment=0')).status).toBe(200)
    expect(await viewed()).toBe(before + 1)
  })
})

it('a hostile video costs its parts and nothing else', async () => {
  const video = Buffer.from(await file('videos/01-tree-in-the-wind.mp4'))
  // Its sound, too: otherwise that would be its rendition.
  for (const [name, other] of [
    ['avc1', 'cvid'],
    ['mp4a', 'ac-3'],
    ['esds', 'free'],
  ] as const) {
    for (let at = video.indexOf(name, 100); at >= 0; at = video.indexOf(name, at + 1)) video.write(other, at)
  }
  const hostile = await recorded(video, 'Video', { content_type: 'video/mp4' })
  const playing = await opened(hostile)
  const answer = async () => ((await (await fetched(playing, 'part=rendition')).json()) as { code: string }).code
  await expect.poll(answer, { timeout: 60_000, interval: 200 }).toBe('part.not_made')
  expect(await eventsOf(hostile)).toContainEqual({
    event: 'payload.derivation_failed',
    details: { failure: 'undecodable' },
  })
  const original = await account.fetchMedia(playing)
  expect(Buffer.from(await original.arrayBuffer()).equals(video)).toBe(true)
  const { playing: next } = await oldVideo()
  expect((await fetched(next, 'part=poster')).status).toBe(200)
})

describe('what a decoder left unmade', () => {
  /** As if its decoder had crashed this long ago. */
  const crashed = (payload_reference: string, secondsAgo: number) =>
    account.server.api.platform.database.transaction('acme', (tx) =>
      tx.db
        .updateTable('derived_media')
        .set({ failure: 'crashed', content_type: null, made_at: new Date(tx.now.getTime() - secondsAgo * 1000) })
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .execute(),
    )

  it('is tried again in an hour, and when a person who may play asks for it, but not at once', async () => {
    const payload_reference = await recorded(
      await file('calls/04-en-busy-line.amr'),
      'Call',
      metaExamples.get('Call') ?? {},
    )
    const { s3_url, cookie } = await opened(payload_reference)
    const fetched = (query: string) => account.fetchMedia({ s3_url: `${s3_url}?part=peaks${query}`, cookie })
    await expect.poll(async () => (await fetched('')).status).toBe(200)
    await crashed(payload_reference, 1)
    expect((await fetched('&is_retry=true')).status).toBe(404)
    await crashed(payload_reference, 60)
    const answer = (await (await fetched('')).json()) as { details: { tries_again_at: string } }
    expect(answer).toMatchObject({ code: 'part.not_made', details: { failure: 'crashed' } })
    const minutes = (Date.parse(answer.details.tries_again_at) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(59)
    expect((await fetched('&is_retry=true')).status).toBe(202)
    await expect.poll(async () => (await fetched('')).status).toBe(200)
  })
})
