import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deriveMedia, transcodeVideo } from '../../apps/server/src/modules/derived-media/derive-media.ts'
import { transcodeVideoJob } from '../../apps/server/src/modules/derived-media/derive-media-job.ts'
import { deleteParts } from '../../apps/server/src/modules/derived-media/index.ts'
import { addToBacklog } from '../../apps/server/src/modules/derived-media/media-backlog.ts'
import { processPayload } from '../../apps/server/src/modules/processing/process-payload.ts'
import { reexaminePayload } from '../../apps/server/src/modules/store-sweeps/reexamine-payload.ts'
import { DecodingError } from '../../apps/server/src/platform/media/index.ts'
import { DeviceServer, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { moveSweepTimesBack, sweepStore } from '../../apps/server/test/store-sweeps.ts'
import { replaceStoredBytes, storedBytes } from '../../apps/server/test/stored-content.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server?.stop())

const file = (name: string): Promise<Buffer> => readFile(new URL(`../../media/${name}`, import.meta.url))
const context = () => ({ platform: server.platform, attempt: 1, signal: new AbortController().signal })
const jobOf = (payload_reference: string) => ({ client: server.client, payload_reference })
const derive = (payload_reference: string) => deriveMedia.handle(context(), jobOf(payload_reference))
const transcode = (payload_reference: string) => transcodeVideo.handle(context(), jobOf(payload_reference))

type Kind = 'Call' | 'Video' | 'Photo' | 'SMS' | 'MMS'

const processed = async (content: Uint8Array, payload_type: Kind = 'Call'): Promise<string> => {
  const { registration, sealed } = await server.record(device, content, { payload_type })
  const { payload_reference } = registration
  await device.register(registration)
  await device.upload(payload_reference, 0, sealed)
  await processPayload.handle(context(), jobOf(payload_reference))
  expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Processed' })
  return payload_reference
}

const call = async () => processed(await file('calls/04-en-busy-line.amr'))
const oldVideo = async () => processed(await file('videos/02-tree-qcif.3gp'), 'Video')
const message = (...attachments: Buffer[]) => {
  const document = { text: 'x', attachments: attachments.map((content) => ({ content: content.toString('base64') })) }
  return processed(Buffer.from(JSON.stringify(document)), 'MMS')
}

/** The jobs that a recording waits for. */
const jobsAbout = async (payload_reference: string): Promise<string[]> => {
  const rows = await server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('media_backlog')
      .select('kind')
      .where('client', '=', server.client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )
  return rows.map(({ kind }) => kind)
}

const partsOf = (payload_reference: string) =>
  server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('derived_media')
      .select(['part', 'place', 'failure', 'attempts', 's3_path', 'head_iv'])
      .where('client', '=', server.client)
      .where('payload_reference', '=', payload_reference)
      .orderBy('part')
      .orderBy('place')
      .execute(),
  )

const derivedKeys = (): Promise<string[]> => server.objectKeys(`derived/${server.client}/`)

/** As if everything had been tried this long ago. */
const moveBack = (payload_reference: string, hours: number) =>
  server.platform.database.transaction(server.client, (tx) =>
    tx.db
      .updateTable('derived_media')
      .set({ made_at: new Date(tx.now.getTime() - hours * 3_600_000) })
      .where('client', '=', server.client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )

const failingDecoder = (failure: 'crashed' | 'undecodable') => {
  const decode = vi.spyOn(server.platform.media, 'decode').mockImplementation(() => {
    throw new DecodingError(failure, 'as the test wants')
  })
  onTestFinished(() => decode.mockRestore())
  return decode
}

it('is enqueued for what can have parts, and for nothing else', async () => {
  const voice = await file('attachments/voice-note.amr')
  expect(await jobsAbout(await call())).toEqual(['derive_media'])
  expect(await jobsAbout(await message(voice))).toEqual(['derive_media'])
  expect(await jobsAbout(await message(await file('attachments/term-sheet.pdf')))).toEqual([])
  expect(await jobsAbout(await processed(Buffer.from('{"text":"Hello"}'), 'SMS'))).toEqual([])
})

describe('what decoding finds out', () => {
  const sample = (name: string): Promise<Buffer> =>
    readFile(new URL(`../../apps/server/test/media/${name}`, import.meta.url))
  const found = async (reference: string) => {
    await derive(reference)
    const { media, unusual } = await server.payload(reference)
    return { ...media, unusual }
  }

  it('is the true length of a recording, whatever its header says, and its channels', async () => {
    const lying = wav(6)
    lying.writeUInt32LE(2_131_200_000, 40)
    const reference = await processed(lying)
    const before = await server.payload(reference)
    expect(before).toMatchObject({ media: { duration_ms: null } })
    const facts = { content_type: 'audio/wav', duration_ms: 6000, channels: 1, sample_rate: 8000, unusual: [] }
    expect(await found(reference)).toMatchObject(facts)
    // Opening a recording does not change it.
    const { updated_at, updated_by } = before
    expect(await server.payload(reference)).toMatchObject({ updated_at, updated_by })
    expect(await found(await processed(await sample('gap.m4a')))).toMatchObject({ duration_ms: 12_000, unusual: [] })
  })

  it('is that it is damaged, which costs it nothing that can be decoded', async () => {
    const reference = await processed(await sample('m4a-front-cut.m4a'))
    expect(await found(reference)).toMatchObject({ duration_ms: 10_368, unusual: ['damaged_content'] })
    expect(await partsOf(reference)).toMatchObject([
      { part: 'peaks', failure: null },
      { part: 'rendition', failure: null },
    ])
    const empty = await processed(Buffer.from('#!AMR\n'))
    expect(await found(empty)).toMatchObject({ duration_ms: null, unusual: ['damaged_content'] })
    expect(await partsOf(empty)).toMatchObject([{ failure: 'undecodable' }, { failure: 'undecodable' }])
  })

  it('is a track that is not decoded, and that it has many channels', async () => {
    const silent = await processed(await sample('hevc-ac3.mp4'), 'Video')
    const undecoded = { undecoded_tracks: ['audio/ac3'], unusual: ['undecoded_track'] }
    expect(await found(silent)).toMatchObject({ duration_ms: 3000, width: 640, ...undecoded })
    expect(await found(await processed(await sample('gsm.wav')))).toMatchObject({
      undecoded_tracks: ['audio/gsm_ms'],
      unusual: ['undecoded_track'],
    })
    const many = wav(64)
    many.writeUInt16LE(64, 22)
    many.writeUInt32LE(8000 * 128, 28)
    many.writeUInt16LE(128, 32)
    expect(await found(await processed(many))).toMatchObject({ channels: 64, unusual: ['many_channels'] })
  })

  it('is not asked of what is attached to a message', async () => {
    const reference = await message(await file('attachments/voice-note.amr'))
    expect(await found(reference)).toMatchObject({
      content_type: 'application/json',
      duration_ms: null,
      unusual: ['attachment_label'],
    })
  })
})

it('keeps what was complete when its decoder crashed', async () => {
  const reference = await processed(await file('photographs/04-sao-paulo-paintbrushes.jpg'), 'Photo')
  const decode = vi.spyOn(server.platform.media, 'decode').mockImplementation(async function* () {
    yield { part: 'facts', kind: 'bytes', bytes: Buffer.from('{}') }
    yield { part: 'facts', kind: 'ended', bytes: Buffer.alloc(0) }
    yield { part: 'thumbnail', kind: 'bytes', bytes: Buffer.alloc(10) }
    throw new DecodingError('crashed', 'as the test wants')
  })
  onTestFinished(() => decode.mockRestore())
  await derive(reference)
  expect(await partsOf(reference)).toMatchObject([
    { part: 'facts', failure: null },
    { part: 'thumbnail', failure: 'crashed' },
  ])
})

describe('a video', () => {
  it('that no browser plays is looked at first, and encoded by another job', async () => {
    const reference = await oldVideo()
    await derive(reference)
    expect(await partsOf(reference)).toMatchObject([
      { part: 'poster', failure: null },
      { part: 'rendition', failure: 'postponed' },
      { part: 'thumbnail', failure: null },
    ])
    expect(await jobsAbout(reference)).toContain('transcode_video')
    await transcode(reference)
    const [, rendition] = await partsOf(reference)
    expect(rendition).toMatchObject({ failure: null, head_iv: expect.any(String), s3_path: expect.any(String) })
  })

  it('that every browser plays needs no rendition', async () => {
    const reference = await processed(await file('videos/01-tree-in-the-wind.mp4'), 'Video')
    await derive(reference)
    const [, rendition] = await partsOf(reference)
    expect(rendition).toMatchObject({ failure: 'unneeded' })
    expect(await jobsAbout(reference)).not.toContain('transcode_video')
  })
})

it('makes parts of each file attached to a message, by its place', async () => {
  const pdf = await file('attachments/term-sheet.pdf')
  const reference = await message(
    pdf,
    await file('attachments/voice-note.amr'),
    await file('attachments/dragonfly.jpg'),
  )
  await derive(reference)
  expect((await partsOf(reference)).map(({ part, place, failure }) => [part, place, failure])).toEqual([
    ['peaks', 1, null],
    ['rendition', 1, null],
    ['thumbnail', 2, null],
  ])
})

describe('what could not be made', () => {
  it('is tried again after an hour, three times in all, if the recording may be innocent', async () => {
    const reference = await call()
    const decode = failingDecoder('crashed')
    for (const tries of [1, 2, 3, 3]) {
      await derive(reference)
      await derive(reference)
      expect(decode).toHaveBeenCalledTimes(tries)
      await moveBack(reference, 2)
    }
    expect(await partsOf(reference)).toMatchObject([
      { failure: 'crashed', attempts: 3 },
      { failure: 'crashed', attempts: 3 },
    ])
  })

  it('is not tried again if it can never be decoded', async () => {
    const reference = await call()
    const decode = failingDecoder('undecodable')
    for (let day = 0; day < 3; day += 1) {
      await derive(reference)
      await moveBack(reference, 24)
    }
    expect(decode).toHaveBeenCalledTimes(1)
  })

  it('because a decoder sends a waveform of megabytes, which the worker does not hold in memory', async () => {
    const reference = await call()
    const decode = vi.spyOn(server.platform.media, 'decode').mockImplementation(async function* () {
      for (;;) yield { part: 'peaks', kind: 'bytes', bytes: Buffer.alloc(60_000) }
    })
    onTestFinished(() => decode.mockRestore())
    await derive(reference)
    expect(await partsOf(reference)).toMatchObject([{ failure: 'too_large' }, { failure: 'too_large' }])
  })

  it('because the recording is damaged: that is told, and parts are made once it is restored', async () => {
    const reference = await call()
    const { platform, client } = server
    const bytes = await storedBytes(platform, client, reference)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(1_000) ^ 1, 1_000)
    await replaceStoredBytes(platform, client, reference, flipped)
    await derive(reference)
    expect(await server.custody(reference)).toContain('payload.damage_found')
    expect(await partsOf(reference)).toEqual([])
    await replaceStoredBytes(platform, client, reference, bytes)
    await reexaminePayload.handle(context(), jobOf(reference))
    await derive(reference)
    expect(await partsOf(reference)).toMatchObject([{ failure: null }, { failure: null }])
  })
})

describe('objects', () => {
  it('made by two workers at once: one stays, and its row is right', async () => {
    const reference = await call()
    await Promise.all([derive(reference), derive(reference)])
    const keys = (await derivedKeys()).filter((key) => key.includes(Buffer.from(reference).toString('base64url')))
    expect(keys).toEqual((await partsOf(reference)).flatMap(({ s3_path }) => s3_path ?? []))
  })

  it('that no row names are removed after two sweeps, others stay', async () => {
    const reference = await call()
    await derive(reference)
    const known = await derivedKeys()
    const { objects } = server.platform
    const folder = known.at(-1)?.replace(/[^/]+$/, '') ?? ''
    const orphans = [`${folder}rendition-AAAAAAAAAA`, `derived/${server.client}/${'Tm9ib2R5'}/poster-AAAAAAAAAA`]
    for (const key of orphans) await objects.put(key, Buffer.from('left by a worker that died'))
    await sweepStore(server, 'derived')
    expect(await derivedKeys()).toEqual([...known, ...orphans].sort())
    await moveSweepTimesBack(server, 60)
    await sweepStore(server, 'derived', 1)
    expect(await derivedKeys()).toEqual(known)
  })

  it('and rows of a recording that is destroyed are removed', async () => {
    const reference = await call()
    await derive(reference)
    const { database, objects } = server.platform
    await database.transaction(server.client, (tx) => addToBacklog(tx, transcodeVideoJob, [reference]))
    const rows = await partsOf(reference)
    const deleted = await database.transaction(server.client, (tx) => deleteParts(tx, [reference]))
    const keys = deleted.map(({ s3_path }) => s3_path)
    for (const key of keys) await objects.delete(key)
    expect(keys).toEqual(rows.flatMap(({ s3_path }) => s3_path ?? []))
    expect(await partsOf(reference)).toEqual([])
    expect(await jobsAbout(reference)).toEqual([])
    expect((await derivedKeys()).filter((key) => keys.includes(key))).toEqual([])
  })
})
