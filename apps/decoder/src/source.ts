import { Demuxer } from 'node-av/api'
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

/** What is damaged is left out, as players do. */
export const decoderOptions = { threads: 1, exitOnError: false }

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
  return Demuxer.openSync({ read, seek }, { format })
}
