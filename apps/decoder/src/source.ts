import { Decoder, Demuxer } from 'node-av/api'
import { Codec, type Stream } from 'node-av/lib'
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

/**
 * A decoder for a track. What is damaged is left out, as players do.
 * @throws Undecodable for other formats than handsets make, and for frames that are too large
 */
export const decoderOf = (stream: Stream): Decoder => {
  const { codecId, width, height } = stream.codecpar
  const name = Codec.findDecoder(codecId)?.name ?? 'unknown'
  if (!decoders.includes(name)) throw new Undecodable(`${name} is not decoded`)
  if (width * height > maxFramePixels) throw new Undecodable(`A picture of ${width} × ${height} pixels is not decoded`)
  return Decoder.createSync(stream, { threadCount: threads, exitOnError: false })
}

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
  return Demuxer.openSync({ read, seek }, { format, options: { codec_whitelist: decoders.join() } })
}
