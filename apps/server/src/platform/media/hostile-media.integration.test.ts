import { readFile } from 'node:fs/promises'
import type { Part } from '@holdfast/decoder/protocol'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodedBy } from '../../../test/decoded-media.ts'
import { box, wav } from '../../../test/media-fixtures.ts'
import { confinementOf, DecodingError, programFiles } from './index.ts'

/** Recordings that lie about themselves. The decoder makes what is there, or says that it can't: it takes neither long nor much. */

const media = new URL('../../../../../media/', import.meta.url)
const file = (name: string): Promise<Buffer> => readFile(new URL(name, media))
const confinement = confinementOf({ needed: programFiles(), hidden: [] })
const limits = { timeoutMs: 30_000, memoryBytes: 1.5 * 1024 ** 3 }

/** The bytes of each part, or why there are none. */
const outcomeOf = async (content: Buffer, content_type: string, wanted: Part[]): Promise<Record<string, number>> => {
  const options = { confinement, limits, signal: new AbortController().signal }
  try {
    const {
      media: _,
      failures,
      ...made
    } = await decodedBy(content, { content_type, wanted, may_encode: true }, options)
    const bytes = Object.entries(made).map(([part, made]) => [part, made.length])
    return {
      ...Object.fromEntries(bytes),
      ...Object.fromEntries(Object.keys(failures).map((part) => [`no ${part}`, 1])),
    }
  } catch (error) {
    if (error instanceof DecodingError) return { [error.failure]: 1 }
    throw error
  }
}

/** Overwrites what follows each `name`. */
const patched = (content: Buffer, name: string, offset: number, bytes: number[]): Buffer => {
  const copy = Buffer.from(content)
  for (let at = copy.indexOf(name); at >= 0; at = copy.indexOf(name, at + 1)) copy.set(bytes, at + offset)
  return copy
}

const forEver = [0x7f, 0xff, 0xff, 0xff]

describe('hostile sound', () => {
  it('with 2³¹ samples announced and one second there becomes one second', async () => {
    const lying = wav(1)
    lying.writeUInt32LE(0xffff_fff0, lying.length - 16_000 - 4)
    const { rendition = 0 } = await outcomeOf(lying, 'audio/wav', ['peaks', 'rendition'])
    expect(rendition).toBeGreaterThan(3_000)
    expect(rendition).toBeLessThan(6_000)
  })

  it('that ends in the middle of a frame is made up to there', async () => {
    const call = await file('calls/01-en-order-read-back.amr')
    const { rendition = 0 } = await outcomeOf(call.subarray(0, 10_001), 'audio/amr', ['peaks', 'rendition'])
    expect(rendition).toBeGreaterThan(20_000)
  })

  it('whose frames all hold nothing is given up', async () => {
    const empty = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(8_000_000, 0x7c)])
    expect(await outcomeOf(empty, 'audio/amr', ['peaks', 'rendition'])).toEqual({ undecodable: 1 })
  })

  it('that says it lasts for months becomes as long as it is', async () => {
    const call = await file('calls/03-en-reference-spelled.m4a')
    const lying = patched(patched(patched(call, 'mvhd', 20, forEver), 'mdhd', 20, forEver), 'tkhd', 24, forEver)
    const honest = await outcomeOf(call, 'audio/mp4', ['peaks', 'rendition'])
    const { rendition = 0 } = await outcomeOf(lying, 'audio/mp4', ['peaks', 'rendition'])
    expect(Math.abs(rendition - (honest.rendition ?? 0))).toBeLessThan(20_000)
  })
})

const wholeVideo: Part[] = ['rendition', 'poster']

/** A video whose sound is in a format that is not decoded. */
const silent = async (): Promise<Buffer> =>
  patched(patched(await file('videos/01-tree-in-the-wind.mp4'), 'mp4a', 0, [...Buffer.from('ac-3')]), 'esds', 0, [
    ...Buffer.from('free'),
  ])

describe('hostile video', () => {
  it.each([['png '], ['jpeg'], ['mp4v'], ['s263']])(
    'with frames of 60,000 × 60,000 pixels (%s) is refused',
    async (name) => {
      const size = [0xea, 0x60, 0xea, 0x60]
      const video = await silent()
      const flood = patched(patched(video, 'avc1', 28, size), 'avc1', 0, [...Buffer.from(name)])
      expect(await outcomeOf(flood, 'video/mp4', wholeVideo)).toEqual({ undecodable: 1 })
    },
  )

  it('in a format that no handset makes is refused', async () => {
    const video = await silent()
    const cinepak = patched(video, 'avc1', 0, [...Buffer.from('cvid')])
    expect(await outcomeOf(cinepak, 'video/mp4', wholeVideo)).toEqual({ undecodable: 1 })
  })

  it('with 10,000 tracks is refused', async () => {
    const track = box('trak', box('mdia', box('hdlr', Buffer.alloc(8), 'vide', Buffer.alloc(12))))
    const moov = box('moov', ...Array.from({ length: 10_000 }, () => track))
    const content = Buffer.concat([
      box('ftyp', 'isom', Buffer.alloc(4), 'isom'),
      moov,
      box('mdat', Buffer.alloc(1_000)),
    ])
    expect(await outcomeOf(content, 'video/mp4', wholeVideo)).toEqual({ undecodable: 1 })
  })

  it('whose pictures are noise is refused', async () => {
    const video = await file('videos/02-tree-qcif.3gp')
    const noise = Buffer.from(video)
    const data = noise.indexOf('mdat') + 4
    for (let at = data; at < data + 250_000; at++) noise[at] = (at * 2_654_435_761) & 0xff
    const made = await outcomeOf(noise, 'video/3gpp', ['poster'])
    expect(Object.keys(made)).toHaveLength(1)
  })
})

it('a picture of 144 megapixels in 2 MiB takes no more memory than the decoder has', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(bomb.length).toBeLessThan(4 * 1024 * 1024)
  const { thumbnail = 0 } = await outcomeOf(bomb, 'image/png', ['thumbnail'])
  expect(thumbnail).toBeGreaterThan(0)
  expect(thumbnail).toBeLessThan(16 * 1024)
})
