import { createHash } from 'node:crypto'
import path from 'node:path'
import { PhoneNumber, payloadMetaSchemas, Timestamp } from '@holdfast/contract'
import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { type City, cities } from '../src/cities.ts'
import { openMediaFolder } from '../src/media-folder.ts'
import { recordingsOf } from '../src/recordings.ts'
import { type RecordingKind, recordingKinds, type SimulatedRecording } from '../src/simulated-recording.ts'

const media = await openMediaFolder(path.join(import.meta.dirname, '../../../media'))
const until = new Date('2026-03-02T16:20:00.000Z')
const seeds = Array.from({ length: 25 }, (_, at) => `seed ${at}`)
const cityNames = Object.keys(cities) as (keyof typeof cities)[]

const recordings = (kind: RecordingKind, seed: string, city: City = cities.london) =>
  recordingsOf(kind, seed, media, { city, phone_number: '+447700900123', imeis: ['356938035643809'], until })

/** Compares content by its hash: it is too long for a readable difference. */
const digested = ({ content, ...recording }: SimulatedRecording) => ({
  ...recording,
  content: content && createHash('sha256').update(content).digest('hex'),
})

const textOf = ({ content }: SimulatedRecording) => JSON.parse(new TextDecoder().decode(content ?? new Uint8Array()))

describe.each(recordingKinds)('a simulated %s', (kind) => {
  it.each(cityNames)('has the metadata that the contract requires, in %s', async (city) => {
    for (const seed of seeds) {
      for (const recording of await recordings(kind, seed, cities[city])) {
        expect(Value.Errors(payloadMetaSchemas[recording.payload_type], recording.meta)).toEqual([])
        expect(Value.Check(Timestamp, recording.payload_time)).toBe(true)
        expect(recording.numbers.every((number) => Value.Check(PhoneNumber, number))).toBe(true)
        expect(Date.parse(recording.payload_time)).toBeLessThanOrEqual(until.getTime())
        expect(recording.meta).toMatchObject({ timezone: cities[city].timezone })
      }
    }
  })

  it('is the same for the same seed', async () => {
    const [one, again] = await Promise.all([recordings(kind, 'one'), recordings(kind, 'one')])
    expect(one.map(digested)).toEqual(again.map(digested))
  })
})

it('uses every file of the media folder that a handset can record', async () => {
  const played = new Set<number>()
  for (const kind of ['Call', 'Interview', 'Photo', 'Video', 'AR'] as const) {
    for (let seed = 0; seed < 120; seed++) {
      for (const { content } of await recordings(kind, String(seed))) played.add(content?.length ?? 0)
    }
  }
  const recordable = media.files.filter((file) => file.kind !== 'attachment')
  expect(recordable.filter((file) => !played.has(file.bytes)).map(({ file }) => file)).toEqual([])
})

interface CallMeta {
  duration: number
  full_duration: number
  end_time: string
  second_parties: { phone_number: string }[]
}

it('gives a call the length of its recording, without the ringing, and names its parties', async () => {
  for (const seed of seeds) {
    const [call] = await recordings('Call', seed)
    const { duration, full_duration, end_time, second_parties } = (call as SimulatedRecording)
      .meta as unknown as CallMeta
    expect(Date.parse(end_time) - Date.parse(call?.payload_time ?? '')).toBe(Math.round(duration * 1000))
    expect(full_duration).toBeGreaterThan(duration * 1000)
    expect(second_parties.map((party) => party.phone_number)).toEqual(call?.numbers)
  }
})

it('reports aborted and blocked calls without content', async () => {
  for (const kind of ['AbortedCall', 'BlockedCall'] as const) {
    for (const seed of seeds) expect((await recordings(kind, seed))[0]?.content).toBeNull()
  }
})

it('records a conversation as messages of one thread, with files as attachments', async () => {
  const threads = await Promise.all(seeds.map((seed) => recordings('MMS', seed)))
  for (const thread of threads) {
    expect(new Set(thread.map(({ meta }) => meta.thread_id)).size).toBe(1)
    expect(thread.map(({ payload_time }) => payload_time)).toEqual(thread.map((one) => one.payload_time).sort())
    expect(thread.at(-1)?.payload_time).toBe(until.toISOString())
  }
  const attachments = threads.flat().flatMap((message) => textOf(message).attachments)
  const chart = attachments.find(({ name }) => name === 'chart.png')
  expect(chart.media_type).toBe('image/png')
  expect(Buffer.from(chart.content, 'base64').equals(await media.read('attachments/chart.png'))).toBe(true)
})

it('puts the pauses of an interview inside its duration', async () => {
  for (const seed of seeds) {
    const [interview] = await recordings('Interview', seed)
    let before = Date.parse(interview?.payload_time ?? '')
    for (const { start, end } of (interview?.meta.pause_times ?? []) as { start: string; end: string }[]) {
      expect(Date.parse(start)).toBeGreaterThan(before)
      expect(Date.parse(end)).toBeGreaterThan(Date.parse(start))
      before = Date.parse(end)
    }
    expect(before).toBeLessThanOrEqual(until.getTime())
  }
})
