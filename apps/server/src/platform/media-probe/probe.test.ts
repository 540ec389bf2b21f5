import { type PayloadType, payloadTypes } from '@holdfast/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { watchMemory } from '../../../test/live-memory.ts'
import {
  amr,
  amrWideBand,
  box,
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
const samples: [string, PayloadType, Buffer, object][] = [
  ['AMR', 'Call', amr(75), { media_type: 'audio/amr' }],
  ['AMR-WB with silence', 'Call', amrWideBand(100), { media_type: 'audio/amr-wb' }],
  ['WAV', 'Interview', wav(0.5), { media_type: 'audio/wav' }],
  ['M4A, moov last', 'Call', mp4({ brand: 'M4A ' }), { media_type: 'audio/mp4' }],
  ['M4A, moov first', 'Call', mp4({ moovFirst: true }), { media_type: 'audio/mp4' }],
  ['3GP sound', 'Call', mp4({ brand: '3gp4', audioCodec: 'samr' }), { media_type: 'audio/3gpp' }],
  ['MP4 film', 'Video', mp4(film), { media_type: 'video/mp4', width: 640, height: 480 }],
  [
    'MOV film',
    'AR',
    mp4({ brand: 'qt  ', video: ['hvc1', 1920, 1080] }),
    { media_type: 'video/quicktime', width: 1920, height: 1080 },
  ],
  [
    '3GP film',
    'Video',
    mp4({ brand: '3gp5', video: ['s263', 176, 144] }),
    { media_type: 'video/3gpp', width: 176, height: 144 },
  ],
  ['JPEG', 'Photo', jpeg(4000, 3000), { media_type: 'image/jpeg', width: 4000, height: 3000 }],
  ['PNG', 'Photo', png(1080, 2400), { media_type: 'image/png', width: 1080, height: 2400 }],
  ['lossy WebP', 'Photo', webp('VP8 ', 320, 200), { media_type: 'image/webp', width: 320, height: 200 }],
  ['lossless WebP', 'Photo', webp('VP8L', 320, 16384), { media_type: 'image/webp', width: 320, height: 16384 }],
  ['extended WebP', 'Photo', webp('VP8X', 5000, 4000), { media_type: 'image/webp', width: 5000, height: 4000 }],
  ['fragmented MP4', 'Call', fragmentedMp4(4, 50), { media_type: 'audio/mp4' }],
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
    ['a JPEG', 'Photo', jpeg(20000, 10001)],
    ['a PNG', 'Photo', png(100000, 100000)],
    ['a HEIC', 'Photo', heic(65535, 65535)],
    ['a film', 'Video', mp4({ video: ['avc1', 65535, 65535] })],
  ] as const)('refuses %s that declares more pixels than anyone can open', async (_what, type, bytes) => {
    expect(await probed(type, bytes)).toMatchObject({ matches: false, problem: expect.stringMatching(/^It declares/) })
  })
})

/** A tag of ID3v2 with this many bytes behind its header. */
const id3 = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, bytes >> 21, (bytes >> 14) & 0x7f, (bytes >> 7) & 0x7f, bytes & 0x7f]),
    Buffer.alloc(bytes, 1),
  ])
const apeTag = (bytes: number): Buffer => {
  const header = Buffer.alloc(32)
  header.write('APETAGEX')
  header.writeUInt32LE(2000, 8)
  header.writeUInt32LE(bytes, 12)
  return Buffer.concat([header, Buffer.alloc(bytes, 1)])
}
/** MPEG 1 layer 3 of 128 kbit/s at 44.1 kHz. */
const mp3Frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])

describe('a file attached to a message', () => {
  const gif = (screen: number, image: number): Buffer => {
    const bytes = Buffer.from('GIF89a\0\0\0\0\0\0\0,\0\0\0\0\0\0\0\0\0\x02\x02L\x01\0;', 'latin1')
    for (const at of [6, 8]) bytes.writeUInt16LE(screen, at)
    for (const at of [18, 20]) bytes.writeUInt16LE(image, at)
    return bytes
  }
  const attached = (content: Buffer) =>
    probed('MMS', JSON.stringify({ text: 'x', attachments: [{ content: content.toString('base64') }] }))

  it.each([
    ['a GIF', gif(60_000, 1)],
    ['a GIF whose image is larger than its screen', gif(1, 60_000)],
    ['a JPEG', jpeg(60_000, 60_000)],
    ['a PNG', png(60_000, 60_000)],
    ['a WebP', webp('VP8X', 16_384, 16_384)],
    ['a HEIC', heic(60_000, 60_000)],
    ['a film', mp4({ video: ['avc1', 60_000, 60_000] })],
  ])('has no more pixels than a photo: %s', async (_what, content) => {
    expect(await attached(content)).toMatchObject({ matches: false, problem: expect.stringContaining('It declares') })
  })

  it('is otherwise accepted, also if it is damaged', async () => {
    for (const content of [gif(100, 100), jpeg(8, 8), jpeg(8, 8).subarray(0, 20), Buffer.from('GIF89a')]) {
      expect(await attached(content)).toMatchObject({ matches: true })
    }
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
    ['a film without its moov', 'Video', mp4(film).subarray(0, 1000), 'video/mp4'],
    ['a film whose moov is cut off', 'Video', mp4(film).subarray(0, -5), 'video/mp4'],
    [
      'an M4A call that breaks off',
      'Call',
      Buffer.concat([box('ftyp', 'M4A \0\0\0\0'), box('mdat', 'x')]),
      'audio/mp4',
    ],
    ['an M4A with bytes behind its last box', 'Call', Buffer.concat([mp4(), Buffer.alloc(4096)]), 'audio/mp4'],
    [
      'an M4A with text behind its last box',
      'Call',
      Buffer.concat([mp4(), Buffer.from('\0\x01\x02JUNK'.repeat(9))]),
      'audio/mp4',
    ],
    ['an M4A whose mdat is cut off', 'Call', mp4({ moovFirst: true }).subarray(0, -500), 'audio/mp4'],
    ['AMR with a frame type that does not exist', 'Call', Buffer.concat([amr(3), Buffer.from([0x6c])]), 'audio/amr'],
    ['AMR with padding bits', 'Call', Buffer.from(amr(3)).fill(0x3f, 6, 7), 'audio/amr'],
    ['a JPEG that ends before its dimensions', 'Photo', jpeg(10, 10).subarray(0, 40), 'image/jpeg'],
    ['a WAV with a header only', 'Call', wav(1).subarray(0, 16), 'audio/wav'],
    ['RF64', 'Call', Buffer.concat([Buffer.from('RF64\xff\xff\xff\xff', 'latin1'), wav(1).subarray(8)]), 'audio/wav'],
    ['an MP3 behind a tag with a picture', 'Call', Buffer.concat([id3(200_000), mp3Frame]), 'audio/mpeg'],
    [
      'an MP3 behind a small tag and padding',
      'Call',
      Buffer.concat([id3(20), Buffer.alloc(99), mp3Frame]),
      'audio/mpeg',
    ],
    ['an MP3 behind a tag of APE', 'Call', Buffer.concat([apeTag(40), mp3Frame]), 'audio/mpeg'],
    ['an MP3 behind zeros', 'Call', Buffer.concat([Buffer.alloc(5_000), mp3Frame]), 'audio/mpeg'],
    ['FLAC behind a tag', 'Call', Buffer.concat([id3(20), Buffer.from('fLaC'), Buffer.alloc(60)]), 'audio/flac'],
  ] as const)('%s is what it is all the same', async (_what, type, bytes, media_type) => {
    expect(await probed(type, bytes)).toMatchObject({ media_type, matches: true })
  })

  it('but a film is no call, and a PDF behind a tag no sound', async () => {
    expect((await probed('Call', mp4({ ...film, moovFirst: true }).subarray(0, -400))).matches).toBe(false)
    const pdf = Buffer.concat([id3(20), Buffer.from(`%PDF-1.7\n${'x'.repeat(100)}`)])
    expect((await probed('Call', pdf)).matches).toBe(false)
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
    expect(found).toMatchObject({ width: 640, matches: true })
  })

  it.each([
    ['a moov box', 'Video', Buffer.concat([box('ftyp', 'isom'), Buffer.from('7fffffff6d6f6f76', 'hex')])],
    ['an EXIF chunk', 'Photo', Buffer.concat([png(1, 1).subarray(0, 33), Buffer.from('7fffffff65584966', 'hex')])],
    ['a FLAC block', 'Call', Buffer.from('664c614304ffffff', 'hex')],
    ['an ID3 tag', 'Call', Buffer.from('4944330400007f7f7f7f', 'hex')],
  ] as const)('is not held in memory when %s claims to be huge', async (_what, type, prefix) => {
    const watched = watchMemory(zeros(64 * MiB, prefix, Buffer.alloc(0)))
    expect((await probe(type, watched.content)).media_type).toMatch(/^(audio|image|video)\//)
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
