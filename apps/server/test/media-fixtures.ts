/** Small media files built byte by byte to their specifications, so that tests can damage single fields. */

const bytesOf = (...parts: (Buffer | string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const u16le = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8])
const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
const u32le = (value: number): Buffer => Buffer.from(u32(value)).reverse()

/** Frame type 7 of AMR is 12.2 kbit/s: 31 bytes after its header. */
export const amr = (frames: number): Buffer =>
  bytesOf('#!AMR\n', ...Array.from({ length: frames }, () => [0x3c, ...new Array<number>(31).fill(0x55)]))

/** Frame type 8 of AMR-WB is 23.85 kbit/s: 60 bytes; every fourth frame here is a silence descriptor of 5. */
export const amrWideBand = (frames: number): Buffer =>
  bytesOf(
    '#!AMR-WB\n',
    ...Array.from({ length: frames }, (_, i) =>
      i % 4 === 3 ? [0x4c, ...new Array<number>(5).fill(1)] : [0x44, ...new Array<number>(60).fill(1)],
    ),
  )

/** 16-bit mono PCM. */
export const wav = (seconds: number, rate = 8000): Buffer => {
  const data = Buffer.alloc(seconds * rate * 2)
  const format = bytesOf(u16le(1), u16le(1), u32le(rate), u32le(rate * 2), u16le(2), u16le(16))
  const body = bytesOf('WAVEfmt ', u32le(16), format, 'data', u32le(data.length), data)
  return bytesOf('RIFF', u32le(body.length), body)
}

export const box = (type: string, ...parts: (Buffer | string | number[])[]): Buffer => {
  const body = bytesOf(...parts)
  return bytesOf(u32(body.length + 8), type, body)
}
const zeros = (count: number): Buffer => Buffer.alloc(count)
const times = (timescale: number, duration: number): Buffer =>
  bytesOf(zeros(12), u32(timescale), u32(duration), zeros(80))

const track = (handler: 'soun' | 'vide', codec: string, seconds: number, width = 0, height = 0): Buffer => {
  const picture = [zeros(24), u16(width), u16(height), zeros(50)]
  // 16-bit stereo, 44,100 samples a second.
  const sound = [zeros(16), u16(2), u16(16), zeros(4), u16(44_100), zeros(52)]
  const entry = box(codec, ...(handler === 'vide' ? picture : sound))
  return box(
    'trak',
    box(
      'mdia',
      box('mdhd', times(8000, seconds * 8000)),
      box('hdlr', zeros(8), handler, zeros(12)),
      box('minf', box('stbl', box('stsd', zeros(4), u32(1), entry))),
    ),
  )
}

export interface Mp4Options {
  brand?: string
  seconds?: number
  /** Codec, width and height of the picture; absent for a file with sound only. */
  video?: [codec: string, width: number, height: number]
  audioCodec?: string
  mediaBytes?: number
  /** Recorders write `moov` last, so that is the default. */
  moovFirst?: boolean
}

export const mp4 = (options: Mp4Options = {}): Buffer => {
  const { brand = 'isom', seconds = 3, video, audioCodec = 'mp4a', mediaBytes = 1000, moovFirst = false } = options
  const tracks = [
    track('soun', audioCodec, seconds),
    ...(video ? [track('vide', video[0], seconds, video[1], video[2])] : []),
  ]
  const moov = box('moov', box('mvhd', times(1000, seconds * 1000)), ...tracks)
  const mdat = box('mdat', Buffer.alloc(mediaBytes, 0x21))
  return bytesOf(box('ftyp', brand, u32(0), brand), ...(moovFirst ? [moov, mdat] : [mdat, moov]))
}

/** Sound in fragments of `samples` each. */
export const fragmentedMp4 = (fragments: number, samples: number): Buffer => {
  const ticks = 160
  const soundTrack = track('soun', 'samr', 0)
  const trak = box('trak', box('tkhd', zeros(12), u32(1), zeros(68)), soundTrack.subarray(8))
  const moov = box(
    'moov',
    box('mvhd', times(1000, 0)),
    trak,
    box('mvex', box('trex', zeros(4), u32(1), u32(1), zeros(12))),
  )
  const entries = Array.from({ length: samples }, () => bytesOf(u32(ticks), u32(32)))
  const trun = box('trun', u32(0x301), u32(samples), u32(0), ...entries)
  const fragment = [
    box('moof', box('mfhd', zeros(8)), box('traf', box('tfhd', u32(0), u32(1)), trun)),
    box('mdat', zeros(samples * 32)),
  ]
  return bytesOf(box('ftyp', 'iso5', u32(0)), moov, ...Array.from({ length: fragments }, () => fragment).flat())
}

export const heic = (width: number, height: number): Buffer => {
  const extents = [box('ispe', zeros(4), u32(512), u32(512)), box('ispe', zeros(4), u32(width), u32(height))]
  const meta = box('meta', zeros(4), box('iprp', box('ipco', ...extents)))
  return bytesOf(box('ftyp', 'heic', u32(0), 'mif1heic'), meta, box('mdat', Buffer.alloc(600)))
}

export const jpeg = (width: number, height: number): Buffer =>
  bytesOf(
    [0xff, 0xd8],
    ...[[0xff, 0xdb], u16(67), Buffer.alloc(65, 1)],
    ...[[0xff, 0xc0], u16(11), [8], u16(height), u16(width), [1, 1, 0x11, 0]],
    ...[[0xff, 0xda], u16(8), [1, 1, 0, 0, 0x3f, 0], Buffer.alloc(200, 0x5a), [0xff, 0xd9]],
  )

export const png = (width: number, height: number): Buffer => {
  const chunk = (type: string, body: Buffer): Buffer => bytesOf(u32(body.length), type, body, zeros(4))
  return bytesOf(
    [0x89],
    'PNG\r\n\x1a\n',
    chunk('IHDR', bytesOf(u32(width), u32(height), [8, 2, 0, 0, 0])),
    chunk('IDAT', Buffer.alloc(100, 7)),
    chunk('IEND', zeros(0)),
  )
}

export const webp = (kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer => {
  const u24le = (value: number): Buffer => u32le(value).subarray(0, 3)
  const headers = {
    'VP8 ': bytesOf(zeros(3), [0x9d, 0x01, 0x2a], u16le(width), u16le(height)),
    VP8L: bytesOf([0x2f], u32le((width - 1) | ((height - 1) << 14)), zeros(5)),
    VP8X: bytesOf(zeros(4), u24le(width - 1), u24le(height - 1)),
  }
  const chunk = (type: string, body: Buffer): Buffer => bytesOf(type, u32le(body.length), body, zeros(body.length % 2))
  const body = bytesOf('WEBP', chunk(kind, headers[kind]))
  return bytesOf('RIFF', u32le(body.length), body)
}

/** A ZIP of one empty file: its local header, its directory, and the record that ends it. */
export const zip = (): Buffer => {
  const local = bytesOf('PK\x03\x04', zeros(22), u16le(1), zeros(2), 'a')
  const central = bytesOf('PK\x01\x02', zeros(24), u16le(1), zeros(16), 'a')
  const end = bytesOf('PK\x05\x06', zeros(4), u16le(1), u16le(1), u32le(central.length), u32le(local.length), zeros(2))
  return bytesOf(local, central, end)
}
