import { Decoder, Demuxer } from 'node-av/api'
import { AV_PKT_FLAG_CORRUPT, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { avGetCodecName, Codec, FFmpegError, type Frame, Packet, type Stream } from 'node-av/lib'
import { readRange } from './channel.ts'
import { Undecodable } from './undecodable.ts'

/** FFmpeg's demuxer for a content type. It is never guessed: FFmpeg also knows playlists, which name other files. */
const demuxers: Readonly<Record<string, string>> = {
  'audio/amr': 'amr',
  'audio/amr-wb': 'amr',
  'audio/3gpp': 'mov',
  'audio/3gpp2': 'mov',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/aac': 'aac',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'matroska',
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/webm': 'matroska',
}

/** FFmpeg's decoders that may run. It has hundreds, most of them for formats that no handset makes. */
const decoders = [
  ...['amrnb', 'amrwb', 'aac', 'alac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac'],
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw'],
  ...['h264', 'hevc', 'h263', 'mpeg4', 'mjpeg', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d'],
]

/** As many on any machine, because each needs memory. */
export const threads = 2

/** Pixels of a frame. A larger one would need more memory than the decoder may have. */
const maxFramePixels = 8192 * 4320

/** FFmpeg's name of a track's format, such as `ac3`. */
export const formatOf = ({ codecpar }: Stream): string => avGetCodecName(codecpar.codecId) ?? 'unknown'

/** Whether handsets make this format, and its frames are not too large. */
export const isKnownFormat = ({ codecpar: { codecId, width, height } }: Stream): boolean =>
  decoders.includes(Codec.findDecoder(codecId)?.name ?? 'unknown') && width * height <= maxFramePixels

/**
 * A decoder for a track.
 * @throws Undecodable for formats that are not known
 */
export const decoderOf = (stream: Stream): Decoder => {
  if (!isKnownFormat(stream)) throw new Undecodable(`${formatOf(stream)} is not decoded`)
  return Decoder.createSync(stream, { threadCount: threads, exitOnError: true })
}

/** Counts what does not follow its format while a recording is read and decoded. */
export class Damage {
  #count = 0

  note(): void {
    this.#count += 1
  }

  get isFound(): boolean {
    return this.#count > 0
  }
}

/** What a decoder makes of a packet, and at the end `null`. What is damaged is left out, as players do. */
export function* framesOf(decoder: Decoder, packet: Packet | null, damage: Damage): Generator<Frame | null> {
  try {
    yield* decoder.framesSync(packet)
  } catch (error) {
    if (!(error instanceof FFmpegError)) throw error
    damage.note()
    if (!packet) yield null
  }
}

/** A demuxer that goes on after an error finds the next packet soon, or never. */
const maxErrorsInARow = 100

/**
 * The packets of a recording as its file has them, and at the end `null`. node-av's own would close gaps in the time stamps of Ogg,
 * and take every error for the end.
 * @param index of the only track that is read
 */
export function* packetsOf(input: Demuxer, damage: Damage, index?: number): Generator<Packet | null> {
  const context = input.getFormatContext()
  const packet = new Packet()
  packet.alloc()
  for (let errors = 0; errors < maxErrorsInARow; ) {
    const result = context.readFrameSync(packet)
    if (result === AVERROR_EOF) break
    if (result < 0) {
      errors += 1
      if (result !== AVERROR_EAGAIN) damage.note()
      continue
    }
    errors = 0
    const stream = input.streams[packet.streamIndex]
    // Recorders of WAV may not have filled in how much follows: only the last packet is shorter than it could be.
    const isSamples = stream !== undefined && formatOf(stream).startsWith('pcm_')
    if (packet.hasFlags(AV_PKT_FLAG_CORRUPT) && !isSamples) damage.note()
    if (stream && (index === undefined || packet.streamIndex === index)) {
      packet.timeBase = stream.timeBase
      const copy = packet.clone()
      if (!copy) throw new Error('There is no memory for a packet')
      yield copy
    }
    packet.unref()
  }
  packet.free()
  yield null
}

/** Their tracks are used as long as the process runs, so none may be collected as garbage. */
const opened: Demuxer[] = []

const seekSize = 0x10000 // AVSEEK_SIZE: asks for the size instead of seeking.

/**
 * Opens the recording for FFmpeg, which reads and seeks in it by requests to the worker. It is not closed: the process
 * ends with it, and node-av 6.1 crashes when an input and an output of callbacks are both closed.
 */
export const openSource = ({ content_type, size }: { content_type: string; size: number }): Demuxer => {
  const format = demuxers[content_type]
  if (!format) throw new Undecodable(`${content_type} is not decoded`)
  let position = 0
  const read = (length: number): Buffer | null => {
    const bytes = readRange(position, length)
    position += bytes.length
    return bytes.length === 0 ? null : bytes
  }
  const seek = (offset: bigint, whence: number): bigint => {
    if (whence & seekSize) return BigInt(size)
    const from = { 0: 0, 1: position, 2: size }[whence & 3] ?? 0
    position = Math.max(0, from + Number(offset))
    return BigInt(position)
  }
  const input = Demuxer.openSync({ read, seek }, { format, options: { codec_whitelist: decoders.join() } })
  opened.push(input)
  return input
}
