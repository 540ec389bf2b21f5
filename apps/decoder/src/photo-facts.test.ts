import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { factsOf } from './photo-facts.ts'

const photograph = (name: string): Buffer =>
  readFileSync(new URL(`../../../media/photographs/${name}`, import.meta.url))

/** An IFD entry of TIFF 6.0: tag, type, count, and the value or where it stands. */
type Entry = readonly [tag: number, type: number, count: number, value: number]

/** A JPEG of nothing but Exif: one directory, then `rest`, which begins at `restAt` of the TIFF. */
const jpegOf = (entries: readonly Entry[], rest: Buffer = Buffer.alloc(0), next = 0): Buffer => {
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16BE(entries.length, 0)
  for (const [place, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + place * 12
    directory.writeUInt16BE(tag, at)
    directory.writeUInt16BE(type, at + 2)
    directory.writeUInt32BE(count, at + 4)
    directory.writeUInt32BE(value, at + 8)
  }
  directory.writeUInt32BE(next, directory.length - 4)
  const tiff = Buffer.concat([Buffer.from('4d4d002a00000008', 'hex'), directory, rest])
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(exif.length + 2)
  return Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), length, exif, Buffer.from('ffd9', 'hex')])
}
const restAt = (entries: number): number => 8 + 2 + entries * 12 + 4

const [make, orientation, exifDirectory, gpsDirectory] = [0x010f, 0x0112, 0x8769, 0x8825]
const [ascii, short, long, rational] = [2, 3, 4, 5]

describe('facts of a photo', () => {
  test('are what the camera noted', () => {
    expect(factsOf(photograph('03-london-nuthatch.jpg'))).toMatchObject({
      make: 'Google',
      model: 'Pixel 8',
      taken_at: '2026-02-14T10:17:05',
      utc_offset: '+00:00',
      exposure_s: 0.008,
      f_number: 1.8,
      iso: 64,
      focal_length_mm: 6.9,
      orientation: 1,
      position: { latitude: expect.closeTo(51.52751, 5), longitude: expect.closeTo(-0.15282, 5) },
    })
  })

  test('are none in a file without notes, or of something else', () => {
    for (const content of [Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.alloc(100_000, 0xff), jpegOf([])]) {
      expect(factsOf(content)).toEqual({})
    }
  })

  test('south and west are negative, and impossible positions are none', () => {
    const numbers = (...values: number[]) => {
      const bytes = Buffer.alloc(values.length * 8)
      for (const [at, value] of values.entries()) {
        bytes.writeUInt32BE(value, at * 8)
        bytes.writeUInt32BE(1, at * 8 + 4)
      }
      return bytes
    }
    const located = (latitude: number) => {
      const gps = restAt(1)
      const values = gps + 2 + 4 * 12 + 4
      const directory = jpegOf([
        [1, ascii, 2, 0x53000000],
        [2, rational, 3, values],
        [3, ascii, 2, 0x57000000],
        [4, rational, 3, values + 24],
      ]).subarray(20, -2)
      return jpegOf([[gpsDirectory, long, 1, gps]], Buffer.concat([directory, numbers(latitude, 30, 0, 46, 15, 0)]))
    }
    expect(factsOf(located(23))).toEqual({ position: { latitude: -23.5, longitude: -46.25 } })
    expect(factsOf(located(123))).toEqual({})
  })

  test('texts are cut to 255 characters, without control characters, and markup stays text', () => {
    const textOf = (text: string) => {
      const bytes = Buffer.from(`${text}\0`, 'latin1')
      return (factsOf(jpegOf([[make, ascii, bytes.length, restAt(1)]], bytes)) as { make?: string }).make
    }
    expect(textOf('x'.repeat(60_000))).toBe('x'.repeat(255))
    expect(textOf('Fair\x07phone\x1b[31m')).toBe('Fairphone[31m')
    expect(textOf('<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
  })

  const sample = (name: string): object =>
    factsOf(readFileSync(new URL(`../../server/test/media/${name}`, import.meta.url)))

  test('of other programs: hemispheres in words, two speeds, a zone behind the time, only the time of the file', () => {
    expect(sample('g-lower.jpg')).toMatchObject({ position: { latitude: -23.5, longitude: -46.5 } })
    expect(sample('iso-two.jpg')).toMatchObject({ iso: 100 })
    expect(sample('d-zone.jpg')).toMatchObject({ taken_at: '2025-01-08T07:18:55', utc_offset: '+00:00' })
    expect(sample('d-only-ifd0.jpg')).toMatchObject({ taken_at: '2025-01-08T07:18:55' })
  })

  test.each([
    ['2025:01:08 07:18:55.123-0330', { taken_at: '2025-01-08T07:18:55', utc_offset: '-03:30' }],
    ['2025-01-08T07:18:55Z', { taken_at: '2025-01-08T07:18:55', utc_offset: '+00:00' }],
    ['2025/01/08 07:18:55', { taken_at: '2025-01-08T07:18:55' }],
    ['0000:00:00 00:00:00', {}],
    ['yesterday', {}],
  ])('read the time %s', (time, facts) => {
    const bytes = Buffer.from(`${time}\0`)
    expect(factsOf(jpegOf([[0x0132, ascii, bytes.length, restAt(1)]], bytes))).toEqual(facts)
  })

  test.each<[string, Buffer]>([
    ['a directory that is its own Exif directory', jpegOf([[exifDirectory, long, 1, 8]])],
    ['a directory that is its own GPS directory', jpegOf([[gpsDirectory, long, 1, 8]])],
    ['a directory that follows itself', jpegOf([[orientation, short, 1, 0x10000]], Buffer.alloc(0), 8)],
    ['a text of 4 GB', jpegOf([[make, ascii, 0xffffffff, restAt(1)]])],
    ['4 billion fractions', jpegOf([[orientation, rational, 0xffffffff, 8]])],
    ['a text beyond the end', jpegOf([[make, ascii, 100, 0xfffffff0]])],
    ['a directory beyond the end', jpegOf([[exifDirectory, long, 1, 0xfffffff0]])],
    ['an unknown type', jpegOf([[make, 999, 4, 1]])],
  ])('are read in bounded time and size despite %s', (_, content) => {
    expect(JSON.stringify(factsOf(content)).length).toBeLessThan(8_192)
  })
})
