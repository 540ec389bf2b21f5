import type { ByteReader } from './byte-reader.ts'

/** The headers of a photograph are far smaller than this. */
const maxHeaderBytes = 8 * 1024 ** 2

/** Start-of-frame markers: C0 to CF except DHT, JPG and DAC, which share the range (ITU T.81, table B.1). */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

interface Size {
  width?: number
  height?: number
}

export const readJpeg = async (reader: ByteReader): Promise<Size> => {
  await reader.skip(2)
  while (reader.position() < maxHeaderBytes) {
    const header = await reader.read(4)
    if (header.length < 4 || header.readUInt8(0) !== 0xff) break
    const segment = await reader.read(Math.max(0, header.readUInt16BE(2) - 2))
    if (isStartOfFrame(header.readUInt8(1)) && segment.length >= 5) {
      return { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) }
    }
  }
  return {}
}

export const readPng = async (reader: ByteReader): Promise<Size> => {
  const header = await reader.read(33)
  if (header.length < 33 || header.toString('latin1', 12, 16) !== 'IHDR') return {}
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
}

/** Browsers make room for the larger of the screen and its first image (GIF89a, sections 18 and 20). */
export const readGif = async (reader: ByteReader): Promise<Size> => {
  const header = await reader.read(13)
  if (header.length < 13) return {}
  const screen = { width: header.readUInt16LE(6), height: header.readUInt16LE(8) }
  const flags = header.readUInt8(10)
  if (flags & 0x80) await reader.skip(3 * 2 ** ((flags & 7) + 1))
  while (reader.position() < maxHeaderBytes) {
    const [kind] = await reader.read(1)
    if (kind === 0x2c) {
      const image = await reader.read(8)
      if (image.length < 8) break
      return {
        width: Math.max(screen.width, image.readUInt16LE(0) + image.readUInt16LE(4)),
        height: Math.max(screen.height, image.readUInt16LE(2) + image.readUInt16LE(6)),
      }
    }
    if (kind !== 0x21) break
    await reader.skip(1)
    for (let [length = 0] = await reader.read(1); length > 0; [length = 0] = await reader.read(1)) {
      await reader.skip(length)
    }
  }
  return screen
}

export const readWebp = async (reader: ByteReader): Promise<Size> => {
  await reader.skip(12)
  const header = await reader.read(8)
  return header.length < 8 ? {} : (webpSize(header.toString('latin1', 0, 4), await reader.read(10)) ?? {})
}

/** Extended, lossy and lossless WebP store their size differently (RFC 9649, 2.7, 2.5, 2.6). */
const webpSize = (type: string, body: Buffer): { width: number; height: number } | undefined => {
  if (body.length < 10) return undefined
  if (type === 'VP8X') return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ') return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L') return undefined
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
