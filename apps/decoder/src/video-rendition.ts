import { type Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { sendPostponed } from './channel.ts'
import { ContinuousSound, formatFor, originOf } from './continuous-sound.ts'
import { fittingSize } from './fitting-size.ts'
import { freed, freedInTurns } from './freed.ts'
import { Mp4Output } from './mp4-output.ts'
import type { DecoderTask } from './protocol.ts'
import { Damage, decoderOf, framesOf, openSource, packetsOf, threads } from './source.ts'
import type { Tracks } from './tracks.ts'
import { Damaged } from './undecodable.ts'

const keyFrameSeconds = 2
const maxFrameRate = 60
/** Sounds of a handset's microphone, and others. */
const sampleRates = { narrow: 24_000, wide: 48_000 }
const bitratePerChannel = 64_000

/** Whether a packet belongs to this track, and what becomes of it. */
interface Track {
  index: number
  /** `null` after the last packet. Returns how many packets were written. */
  add(packet: Packet | null): number
}

/** Every browser plays H.264 with 8 bits and 4:2:0, and AAC, in MP4. */
const isPlayedPicture = ({ codecpar }: Stream): boolean =>
  codecpar.codecId === AV_CODEC_ID_H264 &&
  (codecpar.format === AV_PIX_FMT_YUV420P || codecpar.format === AV_PIX_FMT_YUVJ420P)
const isPlayedSound = ({ codecpar }: Stream): boolean => codecpar.codecId === AV_CODEC_ID_AAC

/** A stated length that differs more from the real one makes a player's timeline wrong. */
const toleratedSeconds = 0.5

/**
 * Makes an MP4 that every browser plays, unless the original is one. H.264 and AAC are copied, everything else is encoded.
 * A video without a picture becomes an MP4 without one.
 */
export const deriveVideoRendition = async (
  tracks: Tracks,
  measured: { seconds: number; is_damaged: boolean },
  task: DecoderTask,
): Promise<void> => {
  const { picture, sound } = tracks
  const input = openSource(task)
  const isPlayed = (!picture || isPlayedPicture(picture)) && (!sound || isPlayedSound(sound))
  if (isPlayed && isPlayedAsItIs(input, tracks, measured, task)) return
  if (!(isPlayed || task.may_encode)) {
    sendPostponed('rendition')
    return
  }
  const output = new Mp4Output('rendition')
  const muxer = Muxer.openSync(output, { format: 'mp4', options: { movflags: '+negative_cts_offsets' } })
  const written = [
    ...(picture ? [isPlayedPicture(picture) ? copied(picture, muxer) : encodedPicture(picture, muxer)] : []),
    ...(sound ? [isPlayedSound(sound) ? copied(sound, muxer) : encodedSound(sound, muxer, input, task)] : []),
  ]
  const damage = new Damage()
  let count = 0
  for await (const packet of freedInTurns(packetsOf(input, damage))) {
    for (const track of written) if (!packet || packet.streamIndex === track.index) count += track.add(packet)
  }
  if (count === 0) throw new Damaged('Nothing of it could be decoded')
  muxer.closeSync()
  output.end()
}

/** Whether browsers play the original's tracks, and know how long they last: an index states it, fragments do not. */
const isPlayedAsItIs = (
  input: Demuxer,
  { picture, sound, undecoded }: Tracks,
  { seconds, is_damaged }: { seconds: number; is_damaged: boolean },
  { content_type }: DecoderTask,
): boolean => {
  if (content_type !== 'video/mp4' || is_damaged || undecoded.length > 0) return false
  const hasIndex = [picture, sound].every((stream) => !stream || stream.nbFrames > 0n)
  return hasIndex && Math.abs(input.duration - seconds) < toleratedSeconds
}

const copied = (stream: Stream, muxer: Muxer): Track => {
  const place = muxer.addStream(stream)
  return {
    index: stream.index,
    add: (packet) => {
      if (packet) muxer.writePacketSync(packet, place)
      return packet ? 1 : 0
    },
  }
}

const encodedPicture = (stream: Stream, muxer: Muxer): Track => {
  const { width: w, height: h, sampleAspectRatio: aspect } = stream.codecpar
  const { width, height } = fittingSize(w, h, aspect.num > 0 && aspect.den > 0 ? aspect.num / aspect.den : 1)
  const { num, den } = stream.avgFrameRate
  const frameRate = Math.min(maxFrameRate, num > 0 && den > 0 ? num / den : 25)
  const decoder = decoderOf(stream)
  const filter = FilterAPI.create(`scale=${width}:${height},setsar=1,format=yuv420p`)
  const encoder = Encoder.createSync(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    gopSize: Math.max(1, Math.round(frameRate * keyFrameSeconds)),
    maxBFrames: 0,
    threadCount: threads,
    options: { preset: 'veryfast', crf: 23, profile: 'main', 'x264-params': 'rc-lookahead=10:sync-lookahead=0' },
  })
  return transcoded(stream, { decoder, encoder, frames: (decoded) => freed(filter.framesSync(decoded)) }, muxer)
}

const encodedSound = (stream: Stream, muxer: Muxer, input: Demuxer, { content_type }: DecoderTask): Track => {
  const format = formatFor(stream, sampleRates)
  const decoder = decoderOf(stream)
  // Missing sound becomes silence, also at its beginning, so that it stays with the picture.
  const sound = new ContinuousSound(format, originOf(content_type) ?? input.startTime)
  const encoder = Encoder.createSync(FF_ENCODER_AAC, {
    decoder,
    filter: sound.filter,
    bitrate: bitratePerChannel * format.channels,
  })
  return transcoded(
    stream,
    { decoder, encoder, see: (packet) => sound.see(packet), frames: (decoded) => sound.frames(decoded) },
    muxer,
  )
}

interface Chain {
  decoder: Decoder
  encoder: Encoder
  /** Told of each packet before it is decoded. */
  see?(packet: Packet): void
  /** What is encoded of a decoded frame; they are freed when the next one is taken. */
  frames(decoded: Frame | null): Iterable<Frame | null>
}

const transcoded = (stream: Stream, { decoder, encoder, see, frames }: Chain, muxer: Muxer): Track => {
  // With its stream, because that says how the picture is turned.
  const place = muxer.addStream(encoder, { inputStream: stream })
  const damage = new Damage()
  return {
    index: stream.index,
    add: (packet) => {
      let count = 0
      if (packet) see?.(packet)
      for (const decoded of freed(framesOf(decoder, packet, damage))) {
        for (const frame of frames(decoded)) {
          for (const encoded of freed(encoder.packetsSync(frame))) {
            if (!encoded) continue
            muxer.writePacketSync(encoded, place)
            count += 1
          }
        }
      }
      return count
    },
  }
}
