import { type ByteReader, maxPieceBytes } from './byte-reader.ts'
import { boxAt, boxesIn, headerBytes, largeHeaderBytes } from './iso-boxes.ts'
import type { MediaFacts } from './media-facts.ts'

const stillBrands = ['heic', 'heix', 'mif1', 'msf1', 'heim', 'heis', 'hevc', 'avif']
/** What such a file begins with. Old recorders of QuickTime and 3GP write no `ftyp`. */
const firstTypes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip']

export const isIsoMedia = (head: Buffer): boolean => firstTypes.includes(head.toString('latin1', 4, headerBytes))

/**
 * MP4, M4A, 3GP, MOV and HEIC. Walks the boxes as they stream by and keeps those that tell sound from pictures, wherever they are in
 * the file: recorders write `moov` at the end. What does not follow the format ends the walk: decoders play what is there.
 * @param unknown `audio` or `video`: what it is taken for if there is no track to tell
 */
export const readIsoMedia = async (reader: ByteReader, unknown: 'audio' | 'video'): Promise<MediaFacts> => {
  const { brand, moov, meta } = await walk(reader)
  if (stillBrands.includes(brand)) {
    return { media_type: brand === 'avif' ? 'image/avif' : 'image/heic', ...(meta ? stillSize(meta) : {}) }
  }
  const tracks = moov ? tracksIn(moov) : []
  const picture = tracks.find(({ handler }) => handler === 'vide')
  const isSound = tracks.some(({ handler }) => handler === 'soun')
  const kind = picture ? 'video' : isSound ? 'audio' : unknown
  return { media_type: mediaTypeOf(brand, kind), ...picture?.size }
}

interface Kept {
  brand: string
  moov?: Buffer
  meta?: Buffer
}

const walk = async (reader: ByteReader): Promise<Kept> => {
  const kept: Kept = { brand: '' }
  for (;;) {
    const header = await reader.read(headerBytes)
    const type = header.toString('latin1', 4)
    if (header.length < headerBytes || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return kept
    const bodyBytes = await bodySize(reader, header.readUInt32BE(0))
    if (bodyBytes < 0) return kept
    const isKept = type === 'ftyp' || type === 'moov' || type === 'meta'
    const body = isKept ? await reader.read(Math.min(bodyBytes, maxPieceBytes)) : Buffer.alloc(0)
    if (type === 'ftyp') kept.brand = body.toString('latin1', 0, 4)
    if (type === 'meta') kept.meta ??= body
    if (type === 'moov') kept.moov ??= body
    await reader.skip(bodyBytes - body.length)
  }
}

/** 0: the box extends to the end of the file. 1: its size follows in 64 bits. */
const bodySize = async (reader: ByteReader, declared: number): Promise<number> => {
  if (declared === 0) return Number.POSITIVE_INFINITY
  if (declared !== 1) return declared - headerBytes
  const large = await reader.read(largeHeaderBytes - headerBytes)
  return large.length < largeHeaderBytes - headerBytes ? -1 : Number(large.readBigUInt64BE(0)) - largeHeaderBytes
}

const mediaTypeOf = (brand: string, kind: 'audio' | 'video'): string => {
  if (brand === 'qt  ') return kind === 'video' ? 'video/quicktime' : 'audio/mp4'
  return `${kind}/${brand.startsWith('3g') ? '3gpp' : 'mp4'}`
}

interface Track {
  handler: string
  size?: { width: number; height: number }
}

const tracksIn = (moov: Buffer): Track[] =>
  [...boxesIn(moov)]
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => {
      const handler = boxAt(body, 'mdia/hdlr')?.toString('latin1', 8, 12) ?? ''
      // Version and flags, number of entries, then the first entry.
      const entry = boxAt(body, 'mdia/minf/stbl/stsd')?.subarray(8)
      const hasSize = handler === 'vide' && entry && entry.length >= 36
      return { handler, ...(hasSize && { size: { width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) } }) }
    })

/** A still image is made of tiles; the largest extent is that of the whole image (ISO/IEC 23008-12, ispe). */
const stillSize = (meta: Buffer): { width?: number; height?: number } => {
  const properties = boxAt(meta.subarray(4), 'iprp/ipco')
  const extents = properties
    ? [...boxesIn(properties)].filter((box) => box.type === 'ispe' && box.body.length >= 12)
    : []
  const sizes = extents.map(({ body }) => ({ width: body.readUInt32BE(4), height: body.readUInt32BE(8) }))
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? {}
}
