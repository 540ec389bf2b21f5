import { readFile } from 'node:fs/promises'
import type { DecodedFacts, Part } from '@holdfast/decoder/protocol'
import { describe, expect, it } from 'vitest'
import { decodedBy } from '../../../test/decoded-media.ts'
import { wav } from '../../../test/media-fixtures.ts'
import { confinementOf, programFiles } from './index.ts'

/** Recordings as handsets, browsers and crashed recorders leave them. They are played as far as they go. */

const confinement = confinementOf({ needed: programFiles(), hidden: [] })
const limits = { timeoutMs: 60_000, memoryBytes: 1.5 * 1024 ** 3 }
const sample = (name: string): Promise<Buffer> => readFile(new URL(`../../../test/media/${name}`, import.meta.url))
const demonstration = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../../media/${name}`, import.meta.url))

const decoded = (content: Buffer, content_type: string, wanted: readonly Part[]) =>
  decodedBy(
    content,
    { content_type, wanted, may_encode: true },
    { confinement, limits, signal: new AbortController().signal },
  )

const soundOf = async (content: Buffer, content_type: string) => {
  const {
    media,
    peaks = Buffer.alloc(1),
    rendition = Buffer.alloc(0),
  } = await decoded(content, content_type, ['peaks', 'rendition'])
  const columns = (peaks.length - 1) / (peaks[0] ?? 1)
  const facts: Partial<DecodedFacts> = media ?? {}
  return {
    ...facts,
    seconds: (facts.duration_ms ?? 0) / 1000,
    waveformSeconds: columns / 20,
    /** The MP3 has a constant bit rate. */
    renditionSeconds: rendition.length / (4_000 * (peaks[0] ?? 1)),
    /** Whether anything is loud in this second. */
    isLoudAt: (second: number) => Math.max(...peaks.subarray(1 + second * 20, 1 + (second + 1) * 20)) > 25,
  }
}

describe('sound with gaps in its time stamps', () => {
  it.each([
    ['gap.m4a', 'audio/mp4'],
    ['gap.3gp', 'audio/3gpp'],
    ['gap.ogg', 'audio/ogg'],
    ['gap.webm', 'audio/webm'],
  ])('%s lasts as long as its time stamps say, and is silent there', async (name, type) => {
    const sound = await soundOf(await sample(name), type)
    expect(sound.seconds).toBeCloseTo(12, 1)
    expect(sound.waveformSeconds).toBeCloseTo(12, 0)
    expect(sound.renditionSeconds).toBeCloseTo(12, 0)
    expect([0, 4, 5, 6, 7, 8, 9].map(sound.isLoudAt)).toEqual([true, false, false, false, false, false, true])
    expect(sound.is_damaged).toBe(false)
  })
})

describe('sound with a header that says something else', () => {
  const long = (size: number) => {
    const content = wav(6)
    content.writeUInt32LE(size, 4)
    content.writeUInt32LE(size, 40)
    return content
  }
  const rf64 = () => {
    const content = wav(6)
    const ds64 = Buffer.alloc(36)
    ds64.write('ds64')
    ds64.writeUInt32LE(28, 4)
    ds64.writeUInt32LE(content.length + 28, 8)
    ds64.writeUInt32LE(96_000, 16)
    content.write('RF64')
    for (const at of [4, 40]) content.writeUInt32LE(0xffff_ffff, at)
    return Buffer.concat([content.subarray(0, 12), ds64, content.subarray(12)])
  }
  it.each<[string, () => Promise<Buffer> | Buffer, string, number, boolean]>([
    ['WAV whose sizes were not filled in', () => long(0), 'audio/wav', 6, false],
    ['WAV of unknown size', () => long(0xffff_ffff), 'audio/wav', 6, false],
    ['WAV of 2 GiB', () => long(0x7fff_ffff), 'audio/wav', 6, false],
    ['WAV of 37 hours', () => long(2_131_200_000), 'audio/wav', 6, false],
    ['RF64', rf64, 'audio/wav', 6, false],
    ['M4A and zeros', () => sample('m4a-zeros.m4a'), 'audio/mp4', 6, false],
    ['M4A and junk', () => sample('m4a-junk.m4a'), 'audio/mp4', 6, false],
    ['M4A with its index first, cut off', () => sample('m4a-front-cut.m4a'), 'audio/mp4', 10.4, true],
    ['M4A in fragments, cut off', () => sample('frag-cut.m4a'), 'audio/mp4', 7.4, true],
    ['M4A in fragments', () => sample('frag-full.mp4'), 'audio/mp4', 10.1, false],
    ["MP4 of a browser's recorder", () => sample('recorder-audio.mp4'), 'audio/mp4', 3.9, false],
    ["WebM of a browser's recorder", () => sample('recorder-audio.webm'), 'audio/webm', 3.9, false],
    ['AMR with padding bits', () => sample('amr-padding.amr'), 'audio/amr', 2, false],
    ['AMR and zeros', () => sample('amr-zeros.amr'), 'audio/amr', 5.1, true],
  ])('%s', async (_, content, type, seconds, is_damaged) => {
    const sound = await soundOf(await content(), type)
    expect(Math.abs(sound.seconds - seconds)).toBeLessThan(0.2)
    expect(Math.abs(sound.waveformSeconds - seconds)).toBeLessThan(0.2)
    expect(sound.is_damaged).toBe(is_damaged)
  })

  it.each([
    ['gsm.wav', 'audio/gsm_ms'],
    ['ima.wav', 'audio/adpcm_ima_wav'],
  ])('%s is told as not decoded, and not as damaged', async (name, track) => {
    const messages: unknown[] = []
    const decoding = decodedBy(
      await sample(name),
      { content_type: 'audio/wav', wanted: ['peaks', 'rendition'], may_encode: true },
      { confinement, limits, signal: new AbortController().signal },
    )
    await decoding.catch((error: Error) => messages.push(error.message))
    expect(messages).toEqual([`${track} is not decoded`])
  })
})

describe('one part that is not decoded takes nothing else with it', () => {
  const wholeVideo = ['poster', 'thumbnail', 'rendition'] as const

  it('a picture beside AC-3', async () => {
    const { media, ...made } = await decoded(await sample('hevc-ac3.mp4'), 'video/mp4', wholeVideo)
    expect(media).toEqual({
      duration_ms: 3000,
      width: 640,
      height: 480,
      is_damaged: false,
      undecoded_tracks: ['audio/ac3'],
    })
    expect(Object.keys(made).sort()).toEqual(['failures', 'poster', 'rendition', 'thumbnail'])
    const again = await decoded(made.rendition ?? Buffer.alloc(0), 'video/mp4', ['rendition'])
    expect(again.media).toMatchObject({ duration_ms: expect.closeTo(3000, -3), undecoded_tracks: [] })
  })

  it('sound beside a picture in a format of no handset, and the other way round', async () => {
    const video = await demonstration('videos/01-tree-in-the-wind.mp4')
    const renamed = (from: string, to: string, original = video) => {
      const copy = Buffer.from(original)
      for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at)
      return copy
    }
    const heard = await decoded(renamed('avc1', 'cvid'), 'video/mp4', wholeVideo)
    expect(heard.rendition?.length).toBeGreaterThan(10_000)
    expect(heard.media).toMatchObject({ channels: 1, undecoded_tracks: ['video/cinepak'] })
    const seen = await decoded(renamed('esds', 'free', renamed('mp4a', 'sevc')), 'video/mp4', wholeVideo)
    expect(seen.poster?.length).toBeGreaterThan(1_000)
    expect(seen.rendition?.length).toBeGreaterThan(100_000)
    expect(seen.media?.undecoded_tracks).toEqual(['audio/evrc'])
  })

  it('the notes of a HEIC whose tiles are damaged', async () => {
    const heic = await readFile(new URL('../../../test/camera-notes.heic', import.meta.url))
    // Its notes are behind its picture.
    const start = heic.indexOf('mdat') + 4
    const broken = Buffer.from(heic).fill(0xff, start, start + 2_758)
    const { facts, media, failures } = await decoded(broken, 'image/heic', ['facts', 'thumbnail', 'rendition'])
    expect(facts?.toString()).toContain('latitude')
    expect(media?.is_damaged).toBe(true)
    expect(Object.keys(failures)).toEqual(['thumbnail', 'rendition'])
  })

  it("a video of a browser's recorder becomes an MP4 of known length", async () => {
    const made = await decoded(await sample('recorder-video.webm'), 'video/webm', wholeVideo)
    expect(made.media).toMatchObject({ duration_ms: expect.closeTo(3960, -2), is_damaged: false, undecoded_tracks: [] })
    const again = await decoded(made.rendition ?? Buffer.alloc(0), 'video/mp4', ['rendition'])
    expect(again.media?.duration_ms).toBeCloseTo(3960, -3)
  })

  it('a photo that is cut off is shown as far as it goes, and counts as damaged', async () => {
    const photo = await demonstration('photographs/04-sao-paulo-paintbrushes.jpg')
    const cut = await decoded(photo.subarray(0, photo.length / 2), 'image/jpeg', ['thumbnail', 'facts'])
    expect(cut.thumbnail?.length).toBeGreaterThan(500)
    expect(cut.media?.is_damaged).toBe(true)
    expect((await decoded(photo, 'image/jpeg', ['thumbnail'])).media?.is_damaged).toBe(false)
  })

  it('a photo with two orientations is turned as its notes say', async () => {
    const { facts } = await decoded(await sample('o-two.jpg'), 'image/jpeg', ['facts', 'thumbnail'])
    expect(JSON.parse(facts?.toString() ?? '')).toEqual({ orientation: 6 })
  })
})
