import type { ByteReader } from './byte-reader.ts'
import { boxAt, boxesIn, headerBytes, largeHeaderBytes, readTimes } from './iso-boxes.ts'
import { collectFragments, type Fragments, trackIdOf } from './iso-fragments.ts'
import { soundOf } from './iso-sound.ts'
import { BrokenMedia, type MediaFacts } from './media-facts.ts'

/** Common names for the sample entries that handsets write; others are named by their four letters. */
const codecNames: Readonly<Record<string, string>> = {
  mp4a: 'aac',
  samr: 'amr-nb',
  sawb: 'amr-wb',
  Opus: 'opus',
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  s263: 'h263',
  mp4v: 'mpeg4',
  vp09: 'vp9',
  av01: 'av1',
}
const stillBrands = ['heic', 'heix', 'mif1', 'msf1', 'heim', 'heis', 'hevc', 'avif']

export const isIsoMedia = (head: Buffer): boolean => head.toString('latin1', 4, headerBytes) === 'ftyp'

/**
 * MP4, M4A, 3GP, MOV and HEIC. Walks the boxes as they stream by and keeps those that describe the rest, wherever they are in
 * the file: recorders write `moov` at the end.
 */
export const readIsoMedia = async (reader: ByteReader): Promise<MediaFacts> => {
  const { brand, moov, meta, fragments } = await walk(reader)
  if (stillBrands.includes(brand)) {
    return { media_type: brand === 'avif' ? 'image/avif' : 'image/heic', ...(meta ? stillSize(meta) : {}) }
  }
  if (!moov) throw new BrokenMedia('There is no moov box: the recorder did not finish')
  return movieFacts(brand, moov, fragments)
}

interface Kept {
  brand: string
  moov?: Buffer
  meta?: Buffer
  fragments: Fragments
}

const keptTypes = ['ftyp', 'moov', 'meta', 'moof']

const walk = async (reader: ByteReader): Promise<Kept> => {
  const kept: Kept = { brand: '', fragments: collectFragments() }
  for (;;) {
    const header = await reader.read(headerBytes)
    if (header.length === 0) return kept
    const type = header.toString('latin1', 4)
    if (header.length < headerBytes || !/^[\x20-\x7e\xa9]{4}$/.test(type)) {
      throw new BrokenMedia(`No MP4 box begins at byte ${reader.position() - header.length}`)
    }
    const declared = header.readUInt32BE(0)
    // 0: the box extends to the end of the file.
    const bodyBytes = declared === 0 ? Number.POSITIVE_INFINITY : await bodySize(reader, declared)
    const isKept = keptTypes.includes(type)
    const body = isKept ? await reader.read(bodyBytes) : undefined
    const length = body ? body.length : await reader.skip(bodyBytes)
    if (length < bodyBytes && declared !== 0) throw new BrokenMedia(`The ${type} box is cut short`)
    if (body) keep(kept, type, body)
  }
}

const keep = (kept: Kept, type: string, body: Buffer): void => {
  if (type === 'ftyp') kept.brand = body.toString('latin1', 0, 4)
  if (type === 'meta') kept.meta = body
  if (type === 'moof') kept.fragments.add(body)
  if (type === 'moov') {
    kept.moov = body
    kept.fragments.begin(body)
  }
}

const bodySize = async (reader: ByteReader, declared: number): Promise<number> => {
  const isLarge = declared === 1
  const large = isLarge ? await reader.read(largeHeaderBytes - headerBytes) : undefined
  if (large && large.length < largeHeaderBytes - headerBytes) throw new BrokenMedia('A box header is cut short')
  const size = large ? Number(large.readBigUInt64BE(0)) - largeHeaderBytes : declared - headerBytes
  if (size < 0) throw new BrokenMedia('A box is smaller than its header')
  return size
}

const movieFacts = (brand: string, moov: Buffer, fragments: Fragments): MediaFacts => {
  const tracks = [...boxesIn(moov)].filter((box) => box.type === 'trak').map((box) => trackOf(box.body, fragments))
  const video = tracks.find((track) => track.handler === 'vide')
  const audio = tracks.find((track) => track.handler === 'soun')
  if (!video && !audio) throw new BrokenMedia('There is neither a sound nor a picture track')
  const duration_s = durationOf(boxAt(moov, 'mvhd')) ?? longest(tracks.map((track) => track.duration_s))
  return {
    media_type: mediaTypeOf(brand, video !== undefined),
    ...(duration_s === undefined ? {} : { duration_s }),
    ...(audio?.codec ? { audio_codec: audio.codec } : {}),
    ...(audio?.sound ?? {}),
    ...(video?.codec ? { video_codec: video.codec } : {}),
    ...(video?.size ?? {}),
  }
}

const mediaTypeOf = (brand: string, hasPicture: boolean): string => {
  if (brand === 'qt  ') return hasPicture ? 'video/quicktime' : 'audio/mp4'
  return `${hasPicture ? 'video' : 'audio'}/${brand.startsWith('3g') ? '3gpp' : 'mp4'}`
}

interface Track {
  handler: string
  codec?: string
  size?: { width: number; height: number }
  sound?: ReturnType<typeof soundOf>
  duration_s?: number
}

const trackOf = (trak: Buffer, fragments: Fragments): Track => {
  const handler = boxAt(trak, 'mdia/hdlr')?.toString('latin1', 8, 12) ?? ''
  const duration_s = durationOf(boxAt(trak, 'mdia/mdhd'), fragments.ticksOf(trackIdOf(trak)))
  // Version and flags, number of entries, then the first entry.
  const entry = boxAt(trak, 'mdia/minf/stbl/stsd')?.subarray(8)
  const name = entry?.toString('latin1', 4, 8).trim()
  return {
    handler,
    ...(duration_s === undefined ? {} : { duration_s }),
    ...(name ? { codec: codecNames[name] ?? name.toLowerCase() } : {}),
    ...(handler === 'soun' && entry ? { sound: soundOf(name ?? '', entry) } : {}),
    ...(handler === 'vide' && entry && entry.length >= 36
      ? { size: { width: entry.readUInt16BE(32), height: entry.readUInt16BE(34) } }
      : {}),
  }
}

/** Seconds; `ticks` is used where the box has no duration. */
const durationOf = (body: Buffer | undefined, ticks = 0): number | undefined => {
  const times = body && readTimes(body)
  const duration = times?.duration ?? (ticks === 0 ? undefined : ticks)
  return times && duration !== undefined ? duration / times.timescale : undefined
}

const longest = (durations: (number | undefined)[]): number | undefined => {
  const known = durations.filter((duration) => duration !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

/** A still image is made of tiles; the largest extent is that of the whole image (ISO/IEC 23008-12, ispe). */
const stillSize = (meta: Buffer): { width?: number; height?: number } => {
  const properties = boxAt(meta.subarray(4), 'iprp/ipco')
  const extents = properties
    ? [...boxesIn(properties)].filter((box) => box.type === 'ispe' && box.body.length >= 12)
    : []
  const sizes = extents.map(({ body }) => ({ width: body.readUInt32BE(4), height: body.readUInt32BE(8) }))
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? {}
}
