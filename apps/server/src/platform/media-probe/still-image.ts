import type { ByteReader } from './byte-reader.ts'
import { readExif } from './exif.ts'
import { BrokenMedia, type MediaFacts } from './media-facts.ts'

/** The headers of a photograph are far smaller than this. */
const maxHeaderBytes = 8 * 1024 ** 2

/** Start-of-frame markers: C0 to CF except DHT, JPG and DAC, which share the range (ITU T.81, table B.1). */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

export const readJpeg = async (reader: ByteReader): Promise<MediaFacts> => {
  const facts: MediaFacts = { media_type: 'image/jpeg' }
  await reader.skip(2)
  while (reader.position() < maxHeaderBytes) {
    const header = await reader.read(4)
    if (header.length < 4 || header.readUInt8(0) !== 0xff) break
    const marker = header.readUInt8(1)
    const segment = await reader.read(Math.max(0, header.readUInt16BE(2) - 2))
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      Object.assign(facts, readExif(segment.subarray(6)))
    if (isStartOfFrame(marker) && segment.length >= 5) {
      return { ...facts, height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) }
    }
  }
  throw new BrokenMedia('The JPEG has no frame header')
}

export const readPng = async (reader: ByteReader): Promise<MediaFacts> => {
  const header = await reader.read(33)
  if (header.length < 33 || header.toString('latin1', 12, 16) !== 'IHDR') throw new BrokenMedia('The PNG has no IHDR')
  const facts = { media_type: 'image/png', width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
  while (reader.position() < maxHeaderBytes) {
    const chunk = await reader.read(8)
    const type = chunk.toString('latin1', 4)
    if (chunk.length < 8) throw new BrokenMedia('The PNG has no image data')
    if (type === 'IDAT') return facts
    const body = await reader.read(chunk.readUInt32BE(0))
    if (type === 'eXIf') Object.assign(facts, readExif(body))
    await reader.skip(4)
  }
  throw new BrokenMedia('The PNG has no image data')
}

export const readWebp = async (reader: ByteReader): Promise<MediaFacts> => {
  await reader.skip(12)
  const facts: MediaFacts = { media_type: 'image/webp' }
  for (;;) {
    const header = await reader.read(8)
    if (header.length < 8) break
    const type = header.toString('latin1', 0, 4)
    const bytes = header.readUInt32LE(4)
    const isWanted = type === 'EXIF' || type === 'VP8X'
    const body = await reader.read(isWanted ? bytes : Math.min(bytes, 10))
    if (type === 'EXIF') Object.assign(facts, readExif(withoutPrefix(body)))
    if (facts.width === undefined) Object.assign(facts, webpSize(type, body))
    // Chunks are padded to an even length.
    await reader.skip(bytes - body.length + (bytes % 2))
  }
  if (facts.width === undefined) throw new BrokenMedia('The WebP has no image')
  return facts
}

const withoutPrefix = (body: Buffer): Buffer => (body.toString('latin1', 0, 6) === 'Exif\0\0' ? body.subarray(6) : body)

/** Extended, lossy and lossless WebP store their size differently (RFC 9649, 2.7, 2.5, 2.6). */
const webpSize = (type: string, body: Buffer): { width: number; height: number } | undefined => {
  if (body.length < 10) return undefined
  if (type === 'VP8X') return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ') return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L') return undefined
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
