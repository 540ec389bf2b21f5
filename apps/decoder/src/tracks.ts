import type { Demuxer } from 'node-av/api'
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { originOf } from './continuous-sound.ts'
import { freed, freedInTurns } from './freed.ts'
import type { DecodedFacts, DecoderTask } from './protocol.ts'
import { Damage, decoderOf, formatOf, framesOf, isKnownFormat, openSource, packetsOf } from './source.ts'

/** The tracks of a recording that are played. */
export interface Tracks {
  picture: Stream | null
  sound: Stream | null
  /** Those before them that can't be decoded, such as `audio/ac3`. */
  undecoded: string[]
  /** Whether one of them is in a known format, but nothing can be decoded of it. */
  isDamaged: boolean
}

/** Of each kind: a file may have thousands of them. */
const maxTriedTracks = 8

const kinds = { audio: AVMEDIA_TYPE_AUDIO, video: AVMEDIA_TYPE_VIDEO }

/** The first picture and the first sound that can be decoded. A cover of a sound is no picture of it. */
export const tracksOf = (input: Demuxer, task: DecoderTask): Tracks => {
  const undecoded: string[] = []
  let isDamaged = false
  const firstOf = (kind: keyof typeof kinds): Stream | null => {
    const known = input.streams.filter((stream) => {
      const { codecpar, disposition } = stream
      if (codecpar.codecType !== kinds[kind] || disposition & AV_DISPOSITION_ATTACHED_PIC) return false
      if (isKnownFormat(stream)) return true
      undecoded.push(`${kind}/${formatOf(stream)}`)
      return false
    })
    const isAlone = known.length === 1 && input.streams.length === 1
    for (const stream of known.slice(0, maxTriedTracks)) {
      if (isAlone || yieldsFrames(stream, task)) return stream
      isDamaged = true
      undecoded.push(`${kind}/${formatOf(stream)}`)
    }
    return null
  }
  const [picture, sound] = [firstOf('video'), firstOf('audio')]
  return { picture, sound, undecoded: [...new Set(undecoded)].slice(0, maxTriedTracks), isDamaged }
}

/** Packets after which a track without a single frame counts as undecodable: 33 minutes of a pause in AMR. */
export const maxEmptyPackets = 100_000

/** Whether a track yields anything when it is decoded. H.264 and AAC need not be: they are copied into videos. */
const yieldsFrames = (stream: Stream, task: DecoderTask): boolean => {
  const { codecId } = stream.codecpar
  if (codecId === AV_CODEC_ID_H264 || codecId === AV_CODEC_ID_AAC) return true
  const damage = new Damage()
  const decoder = decoderOf(stream)
  let packets = 0
  for (const packet of freed(packetsOf(openSource(task), damage, stream.index))) {
    for (const frame of freed(framesOf(decoder, packet, damage))) if (frame) return true
    packets += 1
    if (packets > maxEmptyPackets) return false
  }
  return false
}

/** How long the tracks last that are played, and whether they can be read from their beginning to their end. */
export const measureTracks = async (
  { picture, sound, undecoded, isDamaged }: Tracks,
  task: DecoderTask,
): Promise<DecodedFacts & { seconds: number }> => {
  const damage = new Damage()
  const played = [picture, sound].filter((stream) => stream !== null).map(({ index }) => index)
  let start = originOf(task.content_type) ?? Number.POSITIVE_INFINITY
  let end = 0
  for await (const packet of freedInTurns(packetsOf(openSource(task), damage))) {
    if (!packet || packet.pts === AV_NOPTS_VALUE || !played.includes(packet.streamIndex)) continue
    const { num, den } = packet.timeBase
    start = Math.min(start, Math.max(0, (Number(packet.pts) * num) / den))
    end = Math.max(end, (Number(packet.pts + packet.duration) * num) / den)
  }
  const seconds = Math.max(0, end - start)
  return {
    seconds,
    ...(seconds > 0 && { duration_ms: Math.round(seconds * 1000) }),
    ...(picture && { width: picture.codecpar.width, height: picture.codecpar.height }),
    ...soundFacts(sound),
    is_damaged: isDamaged || damage.isFound,
    undecoded_tracks: undecoded,
  }
}

export const soundFacts = (sound: Stream | null): Pick<DecodedFacts, 'channels' | 'sample_rate'> =>
  sound ? { channels: sound.codecpar.channels, sample_rate: sound.codecpar.sampleRate } : {}
