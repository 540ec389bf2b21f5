import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Part } from '@holdfast/decoder/protocol'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodedBy } from '../../../test/decoded-media.ts'
import { probe } from '../media-probe/index.ts'
import { confinementOf, type DecodingError, programFiles } from './index.ts'

const media = new URL('../../../../../media/', import.meta.url)
const confinement = confinementOf({ needed: programFiles(), hidden: [] })
const limits = { timeoutMs: 60_000, memoryBytes: 1.5 * 1024 ** 3 }

type Made = Awaited<ReturnType<typeof decodedBy>>

const decoded = (
  content: Buffer,
  content_type: string,
  wanted: readonly Part[],
  options: { timeoutMs?: number; memoryBytes?: number; signal?: AbortSignal; mayEncode?: boolean } = {},
): Promise<Made> => {
  const { signal = new AbortController().signal, mayEncode = true, ...others } = options
  const task = { content_type, wanted, may_encode: mayEncode }
  return decodedBy(content, task, { confinement, limits: { ...limits, ...others }, signal })
}

const file = (name: string): Promise<Buffer> => readFile(new URL(name, media))

const failureOf = async (decoding: Promise<Made>): Promise<string> =>
  decoding.then(
    ({ failures }) => (Object.keys(failures).length > 0 ? 'undecodable' : 'none'),
    (error: DecodingError) => error.failure,
  )

describe('decode', () => {
  it.each([
    ['calls/01-en-order-read-back.amr', 'audio/amr', 40.24, 1],
    ['calls/02-en-settlement-date.awb', 'audio/amr-wb', 54.52, 1],
    ['calls/03-en-reference-spelled.m4a', 'audio/mp4', 30.1, 2],
    ['calls/05-en-radio-desk.opus', 'audio/ogg', 47.97, 1],
    ['calls/06-en-radio-desk-callback-8k.wav', 'audio/wav', 29.44, 2],
  ])('makes a waveform and an MP3 of %s', async (name, type, seconds, channels) => {
    const { peaks, rendition } = await decoded(await file(name), type, ['peaks', 'rendition'])
    expect(peaks?.[0]).toBe(channels)
    expect(peaks?.length).toBeCloseTo(1 + seconds * 20 * channels, -1)
    expect(Math.max(...(peaks ?? []))).toBeGreaterThan(100)
    // A constant bit rate: the size follows from the duration.
    const bytes = seconds * 4_000 * channels
    expect(Math.abs((rendition?.length ?? 0) - bytes)).toBeLessThan(bytes * 0.02)
    const again = await decoded(rendition ?? Buffer.alloc(0), 'audio/mpeg', ['peaks'])
    expect(again.peaks?.length).toBeCloseTo(peaks?.length ?? 0, -1)
  })

  it.each([
    ['calls/01-en-order-read-back.amr', 'audio/amr', '#!AMR\n', 32],
    ['calls/02-en-settlement-date.awb', 'audio/amr-wb', '#!AMR-WB\n', 33],
  ])('hears a pause where the encoder of %s left it out', async (name, type, magic, frameBytes) => {
    const call = await file(name)
    const spoken = call.subarray(magic.length)
    // Five seconds of frames without data, which last as long as others.
    const pause = Buffer.alloc(250, 0x7c)
    const middle = 500 * frameBytes
    const content = [magic, pause, spoken.subarray(0, middle), pause, spoken.subarray(middle), pause]
    const paused = Buffer.concat(content.map((piece) => Buffer.from(piece)))
    const { peaks: plain = Buffer.alloc(0) } = await decoded(call, type, ['peaks', 'rendition'])
    const { peaks = Buffer.alloc(0), rendition } = await decoded(paused, type, ['peaks', 'rendition'])
    expect(peaks.length).toBeCloseTo(plain.length + 300, -1)
    for (const seconds of [2, 17]) expect(Math.max(...peaks.subarray(1 + seconds * 20, 1 + (seconds + 1) * 20))).toBe(0)
    expect(Math.max(...peaks.subarray(-80))).toBe(0)
    expect(Math.abs((rendition?.length ?? 0) - peaks.length * 200)).toBeLessThan(4_000)
  })

  it('makes the thumbnail of a photograph', async () => {
    const made = await decoded(await file('photographs/04-sao-paulo-paintbrushes.jpg'), 'image/jpeg', ['thumbnail'])
    const { format, width, height } = await sharp(made.thumbnail).metadata()
    expect({ format, longest: Math.max(width, height) }).toEqual({ format: 'webp', longest: 320 })
    expect(made.thumbnail?.length).toBeLessThanOrEqual(15 * 1024)
  })

  it('makes a JPEG of a HEIC in full size, and reads what the camera noted', async () => {
    const heic = await readFile(new URL('../../../test/camera-notes.heic', import.meta.url))
    const made = await decoded(heic, 'image/heic', ['thumbnail', 'rendition', 'facts'])
    const { format, width, height } = await sharp(made.rendition).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 640, height: 480 })
    const { width: wide } = await sharp(made.thumbnail).metadata()
    expect(wide).toBe(320)
    expect(JSON.parse(made.facts?.toString() ?? '')).toMatchObject({
      make: 'Fairphone',
      taken_at: '2026-11-20T14:03:22',
      is_flash_fired: false,
      position: { latitude: expect.closeTo(51.50733, 4), longitude: expect.closeTo(-0.12767, 4) },
    })
  })

  it('reads no facts from a photograph without notes, whose thumbnail is as good', async () => {
    const plain = await sharp(await file('photographs/04-sao-paulo-paintbrushes.jpg'))
      .jpeg()
      .toBuffer()
    const made = await decoded(plain, 'image/jpeg', ['thumbnail', 'facts'])
    expect(made.facts?.toString()).toBe('{}')
    expect(made.thumbnail?.length).toBeGreaterThan(1_000)
  })

  it.each([
    ['videos/01-tree-in-the-wind.mp4', 'video/mp4', true],
    ['videos/02-tree-qcif.3gp', 'video/3gpp', true],
    ['videos/04-mountain-path-rotated.mp4', 'video/mp4', false],
  ])('makes an upright poster of %s', async (name, type, isWide) => {
    const made = await decoded(await file(name), type, ['poster', 'thumbnail'])
    const { format, width, height } = await sharp(made.poster).metadata()
    expect({ format, isWide: width > height }).toEqual({ format: 'webp', isWide })
    expect((await sharp(made.thumbnail).metadata()).format).toBe('webp')
  })

  it.each([
    ['of an old handset', 'videos/02-tree-qcif.3gp', 'video/3gpp', 10],
    ['of a handset that says QuickTime, which is copied', 'videos/04-mountain-path-rotated.mp4', 'video/quicktime', 14],
  ])('makes an MP4 of a video %s', async (_, name, type, seconds) => {
    const { rendition = Buffer.alloc(0) } = await decoded(await file(name), type, ['rendition'])
    expect(rendition.subarray(4, 8).toString()).toBe('ftyp')
    expect(await probe('Video', Readable.from([rendition]))).toMatchObject({ media_type: 'video/mp4', matches: true })
    const again = await decoded(rendition, 'video/mp4', ['rendition'])
    expect(again.media).toMatchObject({ duration_ms: expect.closeTo(seconds * 1000, -3), is_damaged: false })
    // What was made needs no rendition itself.
    expect(again.rendition).toBeUndefined()
  })

  it('encodes no video unless it may', async () => {
    const made = await decoded(await file('videos/02-tree-qcif.3gp'), 'video/3gpp', ['rendition'], { mayEncode: false })
    expect(made.rendition).toBeUndefined()
  })

  it('tells a photograph that says it is sound, and one that is cut off', async () => {
    const photograph = await file('photographs/04-sao-paulo-paintbrushes.jpg')
    expect(await failureOf(decoded(photograph, 'audio/mp4', ['peaks']))).toBe('undecodable')
    expect(await failureOf(decoded(photograph.subarray(0, 100), 'image/jpeg', ['thumbnail']))).toBe('undecodable')
    expect(await failureOf(decoded(Buffer.alloc(1_000), 'image/svg+xml', ['thumbnail']))).toBe('undecodable')
  })

  it('makes what it can of sound that ends early', async () => {
    const call = await file('calls/01-en-order-read-back.amr')
    const { peaks } = await decoded(call.subarray(0, call.length / 2), 'audio/amr', ['peaks', 'rendition'])
    expect(peaks?.length).toBeCloseTo(1 + 20 * 20, -1)
  })

  it('refuses a picture of 60,000 by 60,000 pixels', async () => {
    const flood = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    flood.writeUInt32BE(60_000, 16)
    flood.writeUInt32BE(60_000, 20)
    expect(await failureOf(decoded(flood, 'image/png', ['thumbnail']))).toBe('undecodable')
  })

  it('ends a decoder that takes too long, needs too much memory, or whose job is given up', async () => {
    const call = await file('calls/01-en-order-read-back.amr')
    const wanted = ['peaks', 'rendition'] as const
    expect(await failureOf(decoded(call, 'audio/amr', wanted, { timeoutMs: 100 }))).toBe('too_slow')
    expect(await failureOf(decoded(call, 'audio/amr', wanted, { memoryBytes: 300 * 1024 ** 2 }))).toBe('crashed')
    const signal = AbortSignal.timeout(100)
    await expect(decoded(call, 'audio/amr', wanted, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
