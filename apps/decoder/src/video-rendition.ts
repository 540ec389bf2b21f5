import { type Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import type { Packet, Stream } from 'node-av/lib'
import { sendPostponed } from './channel.ts'
import { fittingSize } from './fitting-size.ts'
import { freed, freedInTurns } from './freed.ts'
import { Mp4Output } from './mp4-output.ts'
import type { DecoderTask } from './protocol.ts'
import { decoderOf, threads } from './source.ts'
import { Undecodable } from './undecodable.ts'

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

/**
 * Makes an MP4 that every browser plays, unless the original is one. H.264 and AAC are copied, everything else is encoded.
 * A video without a picture becomes an MP4 without one.
 */
export const deriveVideoRendition = async (
  input: Demuxer,
  { content_type, may_encode }: DecoderTask,
): Promise<void> => {
  const picture = input.video() ?? null
  const sound = input.audio() ?? null
  const written = new Map<Track, number>()
  if (!picture && !sound) throw new Undecodable('It has neither a picture nor sound')
  const isPlayed = (!picture || isPlayedPicture(picture)) && (!sound || isPlayedSound(sound))
  if (isPlayed && content_type === 'video/mp4') return
  if (!(isPlayed || may_encode)) {
    sendPostponed('rendition')
    return
  }
  const output = new Mp4Output('rendition')
  const muxer = Muxer.openSync(output, { format: 'mp4', options: { movflags: '+negative_cts_offsets' } })
  const tracks = [
    ...(picture ? [isPlayedPicture(picture) ? copied(picture, muxer) : encodedPicture(picture, muxer)] : []),
    ...(sound ? [isPlayedSound(sound) ? copied(sound, muxer) : encodedSound(sound, muxer)] : []),
  ]
  for await (const packet of freedInTurns(input.packetsSync())) {
    for (const track of tracks) {
      if (!packet || packet.streamIndex === track.index)
        written.set(track, (written.get(track) ?? 0) + track.add(packet))
    }
  }
  if (tracks.some((track) => !written.get(track))) throw new Undecodable('A track could not be decoded')
  muxer.closeSync()
  output.end()
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
  return transcoded(stream, { decoder, filter, encoder }, muxer)
}

const encodedSound = (stream: Stream, muxer: Muxer): Track => {
  const channels = stream.codecpar.channels > 1 ? 2 : 1
  const sampleRate = stream.codecpar.sampleRate > sampleRates.narrow ? sampleRates.wide : sampleRates.narrow
  const decoder = decoderOf(stream)
  // Missing sound becomes silence, so that it stays with the picture.
  const filter = FilterAPI.create(
    `aresample=${sampleRate}:async=1,aformat=sample_fmts=fltp:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`,
  )
  const encoder = Encoder.createSync(FF_ENCODER_AAC, { decoder, filter, bitrate: bitratePerChannel * channels })
  return transcoded(stream, { decoder, filter, encoder }, muxer)
}

interface Chain {
  decoder: Decoder
  filter: FilterAPI
  encoder: Encoder
}

const transcoded = (stream: Stream, { decoder, filter, encoder }: Chain, muxer: Muxer): Track => {
  // With its stream, because that says how the picture is turned.
  const place = muxer.addStream(encoder, { inputStream: stream })
  return {
    index: stream.index,
    add: (packet) => {
      let count = 0
      for (const decoded of freed(decoder.framesSync(packet))) {
        for (const frame of freed(filter.framesSync(decoded))) {
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
