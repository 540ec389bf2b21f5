import { type PayloadType, payloadTypes } from '@holdfast/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { watchMemory } from '../../../test/live-memory.ts'
import {
  amr,
  amrWideBand,
  box,
  exif,
  fragmentedMp4,
  heic,
  jpeg,
  type Mp4Options,
  mp4,
  png,
  wav,
  webp,
  zip,
} from '../../../test/media-fixtures.ts'
import { probe } from './index.ts'

const MiB = 1024 ** 2

async function* inChunksOf(size: number, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const probed = (type: PayloadType, bytes: Uint8Array | string, chunkSize = 64 * 1024) =>
  probe(type, inChunksOf(chunkSize, Buffer.from(bytes)))

const film: Mp4Options = { video: ['avc1', 640, 480] }
const telephone = { channels: 1, sample_rate: 8_000 }
const stereo = { channels: 2, sample_rate: 44_100 }
const samples: [string, PayloadType, Buffer, object][] = [
  ['AMR', 'Call', amr(75), { media_type: 'audio/amr', audio_codec: 'amr-nb', ...telephone, duration_s: 1.5 }],
  [
    'AMR-WB with silence',
    'Call',
    amrWideBand(100),
    { media_type: 'audio/amr-wb', audio_codec: 'amr-wb', channels: 1, sample_rate: 16_000, duration_s: 2 },
  ],
  ['WAV', 'Interview', wav(0.5), { media_type: 'audio/wav', audio_codec: 'pcm', ...telephone, duration_s: 0.5 }],
  [
    'M4A, moov last',
    'Call',
    mp4({ brand: 'M4A ' }),
    { media_type: 'audio/mp4', audio_codec: 'aac', ...stereo, duration_s: 3 },
  ],
  [
    'M4A, moov first',
    'Call',
    mp4({ moovFirst: true }),
    { media_type: 'audio/mp4', audio_codec: 'aac', ...stereo, duration_s: 3 },
  ],
  [
    '3GP sound',
    'Call',
    mp4({ brand: '3gp4', audioCodec: 'samr' }),
    { media_type: 'audio/3gpp', audio_codec: 'amr-nb', ...telephone, duration_s: 3 },
  ],
  [
    'MP4 film',
    'Video',
    mp4(film),
    {
      media_type: 'video/mp4',
      audio_codec: 'aac',
      ...stereo,
      video_codec: 'h264',
      width: 640,
      height: 480,
      duration_s: 3,
    },
  ],
  [
    'MOV film',
    'AR',
    mp4({ brand: 'qt  ', video: ['hvc1', 1920, 1080] }),
    {
      media_type: 'video/quicktime',
      audio_codec: 'aac',
      ...stereo,
      video_codec: 'hevc',
      width: 1920,
      height: 1080,
      duration_s: 3,
    },
  ],
  [
    '3GP film',
    'Video',
    mp4({ brand: '3gp5', video: ['s263', 176, 144] }),
    {
      media_type: 'video/3gpp',
      audio_codec: 'aac',
      ...stereo,
      video_codec: 'h263',
      width: 176,
      height: 144,
      duration_s: 3,
    },
  ],
  ['JPEG', 'Photo', jpeg(4000, 3000), { media_type: 'image/jpeg', width: 4000, height: 3000 }],
  ['PNG', 'Photo', png(1080, 2400), { media_type: 'image/png', width: 1080, height: 2400 }],
  ['lossy WebP', 'Photo', webp('VP8 ', 320, 200), { media_type: 'image/webp', width: 320, height: 200 }],
  ['lossless WebP', 'Photo', webp('VP8L', 320, 16384), { media_type: 'image/webp', width: 320, height: 16384 }],
  ['extended WebP', 'Photo', webp('VP8X', 5000, 4000), { media_type: 'image/webp', width: 5000, height: 4000 }],
  [
    'fragmented MP4',
    'Call',
    fragmentedMp4(4, 50, 'sample'),
    { media_type: 'audio/mp4', audio_codec: 'amr-nb', ...telephone, duration_s: 4 },
  ],
  ['HEIC of tiles', 'Photo', heic(4032, 3024), { media_type: 'image/heic', width: 4032, height: 3024 }],
]

describe('the probe', () => {
  describe.each(samples)('%s', (_name, type, bytes, facts) => {
    it.each([1, 7, 4096, MiB])('is recognised in chunks of %i bytes', async (chunkSize) => {
      expect(await probed(type, bytes, chunkSize)).toEqual({ ...facts, matches: true })
    })

    it('matches no payload type of another kind', async () => {
      const others = payloadTypes.filter((other) => other !== type && other !== 'Diagnostics')
      const matching: string[] = []
      for (const other of others) if ((await probed(other, bytes)).matches) matching.push(other)
      const sameKind = [['Call', 'Interview'], ['Photo'], ['Video', 'AR']].find((kind) => kind.includes(type)) ?? []
      expect(matching).toEqual(sameKind.filter((other) => other !== type))
    })
  })

  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', (width: number, height: number, block: Buffer) => webp('VP8X', width, height, block)],
  ])('reads when and where a %s was taken', async (_name, make) => {
    const block = exif('2026:05:05 15:26:51', '-03:00', [23.56153, 'S'], [46.65592, 'W'])
    expect(await probed('Photo', make(100, 80, block), 11)).toMatchObject({
      exif_time: '2026-05-05T15:26:51-03:00',
      exif_position: { latitude: -23.56153, longitude: -46.65592 },
      matches: true,
    })
  })

  it.each([
    ['a time of zeros', '0000:00:00 00:00:00', 10, 10],
    ['a month 13', '2026:13:05 15:26:51', 10, 10],
    ['a position outside the globe', 'no time', 91, 200],
  ])('leaves out %s from a camera', async (_what, time, latitude, longitude) => {
    const found = await probed('Photo', jpeg(10, 10, exif(time, '+00:00', [latitude, 'N'], [longitude, 'E'])))
    expect(found.exif_time).toBeUndefined()
    expect(found.exif_position === undefined).toBe(latitude > 90)
    expect(found.matches).toBe(true)
  })

  it.each(['sample', 'fragment', 'movie'] as const)(
    'adds up the fragments of an MP4 with durations in %s',
    async (durations) => {
      const found = await probed('Call', fragmentedMp4(10, 25, durations), 13)
      expect(found).toEqual({
        media_type: 'audio/mp4',
        audio_codec: 'amr-nb',
        ...telephone,
        duration_s: 5,
        matches: true,
      })
    },
  )

  it('leaves out channels and sample rate that a sound track does not name, and does not call that damage', async () => {
    const sound = mp4({ brand: 'M4A ' })
    const version = sound.indexOf('mp4a') + 12
    const withoutFields = Buffer.from(sound)
    withoutFields.writeUInt16BE(2, version)
    const withBrokenBoxes = Buffer.from(sound)
    withBrokenBoxes.fill(0xff, version + 20, version + 60)
    expect(await probed('Call', withoutFields)).not.toHaveProperty('channels')
    expect(await probed('Call', withBrokenBoxes)).toMatchObject({ ...stereo, matches: true })
  })

  it('does not count a last AMR frame that was cut off', async () => {
    expect(await probed('Call', amr(50).subarray(0, -1))).toMatchObject({ duration_s: 0.98, matches: true })
  })

  it.each([
    ['a JPEG', 'Photo', jpeg(20000, 10001)],
    ['a PNG', 'Photo', png(100000, 100000)],
    ['a HEIC', 'Photo', heic(65535, 65535)],
    ['a film', 'Video', mp4({ video: ['avc1', 65535, 65535] })],
  ] as const)('refuses %s that declares more pixels than anyone can open', async (_what, type, bytes) => {
    expect(await probed(type, bytes)).toMatchObject({ matches: false, problem: expect.stringMatching(/^It declares/) })
  })
})

describe('content of another type than claimed', () => {
  const html = '<!DOCTYPE html><html><script>alert(1)</script></html>'
  const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const disguised: [string, PayloadType, Buffer | string][] = [
    ['no content at all', 'Call', ''],
    ['text', 'Call', 'Good morning'],
    ['HTML', 'Photo', html],
    ['SVG', 'Photo', svg],
    ['HTML', 'Diagnostics', `\ufeff\n ${html}`],
    ['SVG', 'Diagnostics', svg],
    ['PHP', 'Diagnostics', '<?php system($_GET[0]);'],
    ['a shell script', 'Diagnostics', '#!/bin/sh\nrm -rf /'],
    ['a Windows program', 'Diagnostics', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
    ['a Linux program', 'Diagnostics', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(600)])],
    ['a Java class', 'Diagnostics', Buffer.from('cafebabe00000041001d0a', 'hex')],
    ['a JPEG followed by a ZIP', 'Photo', Buffer.concat([jpeg(10, 10), zip()])],
    ['a recording followed by a ZIP', 'Call', Buffer.concat([wav(1), zip()])],
    ['a JPEG followed by a script', 'Photo', Buffer.concat([jpeg(10, 10), Buffer.from('<ScRiPt src=x>')])],
    ['a JPEG followed by PHP', 'Photo', Buffer.concat([jpeg(10, 10), Buffer.from('<?php eval($x);')])],
    ['AMR followed by HTML', 'Call', Buffer.concat([amr(10), Buffer.from(html)])],
    ['a film after a PDF', 'Video', Buffer.concat([box('ftyp', 'isom%PDF-1.7'), mp4(film).subarray(20)])],
    ['content of a call that was not recorded', 'AbortedCall', amr(1)],
  ]
  it.each(disguised)('%s is not accepted as %s', async (_what, type, content) => {
    const { matches, problem } = await probed(type, content)
    expect(matches).toBe(false)
    expect(problem).toMatch(/\w/)
  })

  it.each([
    ['a ZIP', zip()],
    ['a log', 'boot ok\n<script> is quoted here\n'],
    ['bytes of no known type', Buffer.from([0, 1, 2, 3])],
    ['nothing', ''],
  ])('but %s is accepted as diagnostics', async (_what, content) => {
    expect((await probed('Diagnostics', content)).matches).toBe(true)
  })

  it('and a call that was not recorded has no content', async () => {
    expect((await probed('AbortedCall', '')).matches).toBe(true)
  })
})

describe('damaged content', { timeout: 30_000 }, () => {
  it.each([
    ['a film without its moov', 'Video', mp4(film).subarray(0, 1000)],
    ['a film whose moov is cut off', 'Video', mp4(film).subarray(0, -5)],
    [
      'a film without tracks',
      'Video',
      Buffer.concat([box('ftyp', 'isom'), box('moov', box('mvhd', Buffer.alloc(100)))]),
    ],
    ['an M4A call that breaks off', 'Call', Buffer.concat([box('ftyp', 'M4A \0\0\0\0'), box('mdat', 'sound')])],
    ['AMR with a frame type that does not exist', 'Call', Buffer.concat([amr(3), Buffer.from([0x6c])])],
    ['a JPEG that ends before its dimensions', 'Photo', jpeg(10, 10).subarray(0, 40)],
    ['a WAV with a header only', 'Call', wav(1).subarray(0, 16)],
  ] as const)('%s is reported as damaged', async (_what, type, bytes) => {
    expect(await probed(type, bytes)).toMatchObject({ matches: false, problem: expect.stringContaining('damaged') })
  })

  it('never makes the probe hang, whichever bytes are changed, cut off or repeated', async () => {
    const originals = samples.map(([, type, bytes]) => [type, bytes] as const)
    const damage = fc.record({
      sample: fc.constantFrom(...originals),
      edits: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
      keep: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ sample: [type, bytes], edits, keep }) => {
        const damaged = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * keep)))
        for (const [at, value] of edits) if (at < damaged.length) damaged[at] = value
        const found = await probed(type, damaged, 97)
        expect(found.matches).toBe(found.problem === undefined)
      }),
      { numRuns: 400 },
    )
  })
})

describe('large and hostile content', { timeout: 30_000 }, () => {
  const zeros = async function* (bytes: number, prefix: Buffer, suffix: Buffer) {
    yield prefix
    const block = Buffer.alloc(MiB)
    for (let sent = 0; sent < bytes; sent += MiB) yield block
    yield suffix
  }

  it('has its moov found after a gigabyte of film without being held in memory', async () => {
    const whole = mp4({ ...film, mediaBytes: 0 })
    const [ftyp, moov] = [whole.subarray(0, 20), whole.subarray(28)]
    const header = Buffer.alloc(16)
    header.writeUInt32BE(1)
    header.write('mdat', 4)
    header.writeBigUInt64BE(BigInt(1024 * MiB + 16), 8)
    const found = await probe('Video', zeros(1024 * MiB, Buffer.concat([ftyp, header]), moov))
    expect(found).toMatchObject({ duration_s: 3, width: 640, matches: true })
  })

  it.each([
    ['a moov box', 'Video', Buffer.concat([box('ftyp', 'isom'), Buffer.from('7fffffff6d6f6f76', 'hex')])],
    ['an EXIF chunk', 'Photo', Buffer.concat([png(1, 1).subarray(0, 33), Buffer.from('7fffffff65584966', 'hex')])],
    ['a FLAC block', 'Call', Buffer.from('664c614304ffffff', 'hex')],
    ['an ID3 tag', 'Call', Buffer.from('4944330400007f7f7f7f', 'hex')],
  ] as const)('is not held in memory when %s claims to be huge', async (_what, type, prefix) => {
    const watched = watchMemory(zeros(64 * MiB, prefix, Buffer.alloc(0)))
    expect((await probe(type, watched.content)).matches).toBe(false)
    expect(watched.maxHeldBytes()).toBeLessThan(24 * MiB)
  })

  it('is read to the end whatever was found, and its own failure is passed on', async () => {
    let ended = false
    const readWhole = async function* () {
      yield jpeg(10, 10)
      yield Buffer.alloc(MiB)
      ended = true
    }
    await probe('Photo', readWhole())
    expect(ended).toBe(true)

    for (const [, type, bytes] of samples) {
      const broken = async function* () {
        yield bytes.subarray(0, bytes.length / 2)
        throw new Error('does not open')
      }
      await expect(probe(type, broken())).rejects.toThrow('does not open')
    }
  })
})
