import { type Decoder, type Demuxer, Encoder, Muxer } from 'node-av/api'
import { FF_DECODER_AMRNB, FF_DECODER_AMRWB, FF_ENCODER_LIBMP3LAME } from 'node-av/constants'
import { Codec, type Frame, type Packet, type Stream } from 'node-av/lib'
import { sendEnded, sendFacts, sendPart } from './channel.ts'
import { ContinuousSound, formatFor, originOf, type SoundFormat } from './continuous-sound.ts'
import { freed, freedInTurns } from './freed.ts'
import { Peaks } from './peaks.ts'
import type { DecoderTask } from './protocol.ts'
import { Damage, decoderOf, framesOf, openSource, packetsOf } from './source.ts'
import { maxEmptyPackets, soundFacts, tracksOf } from './tracks.ts'
import { Undecodable } from './undecodable.ts'

/** Of the rendition. Speech up to 16 kHz keeps its band at 16 kHz; more is for music in the background. */
const sampleRates = { narrow: 16_000, wide: 24_000 }
/** A constant bit rate: a place in the sound is a place in the bytes. */
const bitratePerChannel = 32_000

/** A few bytes may say that they are years of silence. */
const maxSeconds = 24 * 60 * 60

/** FFmpeg has layouts for as many, to mix them. */
const maxChannels = 16

/** Decodes the sound once: its length, the waveform, its silences, and an MP3 that every browser plays. */
export const deriveSound = async (task: DecoderTask): Promise<void> => {
  const input = openSource(task)
  const { sound: stream, undecoded, isDamaged } = tracksOf(input, task)
  const report = (is_damaged: boolean, duration_ms?: number) =>
    sendFacts({
      ...(duration_ms !== undefined && { duration_ms }),
      ...soundFacts(stream),
      is_damaged,
      undecoded_tracks: undecoded,
    })
  if (!stream) {
    report(isDamaged || undecoded.length === 0)
    throw new Undecodable(undecoded.length === 0 ? 'It has no sound' : `${undecoded.join(', ')} is not decoded`)
  }
  if (stream.codecpar.channels > maxChannels) {
    report(isDamaged)
    throw new Undecodable(`Sound with ${stream.codecpar.channels} channels is not decoded`)
  }
  const damage = new Damage()
  const peaks = await decodeSound(input, stream, task, damage)
  if (!peaks) {
    report(true)
    throw new Undecodable('No sound could be decoded')
  }
  report(isDamaged || damage.isFound, Math.round(peaks.seconds * 1000))
  sendPart('peaks', peaks.columns())
  for (const part of task.wanted) sendEnded(part)
}

/** Sends the rendition. @returns the waveform; `null` if there is no sound in the track */
const decodeSound = async (
  input: Demuxer,
  stream: Stream,
  task: DecoderTask,
  damage: Damage,
): Promise<Peaks | null> => {
  const format = formatFor(stream, sampleRates)
  const decoder = decoderOf(stream)
  const sound = new ContinuousSound(format, originOf(task.content_type))
  const write = mp3Writer(input, decoder, sound, format)
  const peaks = new Peaks(format.channels, format.sampleRate)
  const isPause = pausesOf(stream)
  const add = (decoded: Frame | null): void => {
    for (const frame of sound.frames(decoded)) {
      if (frame) peaks.add(lanesOf(frame, format.channels))
      if (peaks.seconds > maxSeconds) throw new Undecodable('It is longer than a day')
      write(frame)
    }
  }
  let emptyPackets = 0
  let hasSound = false
  for await (const packet of freedInTurns(packetsOf(input, damage, stream.index))) {
    emptyPackets += 1
    if (emptyPackets > maxEmptyPackets) throw new Undecodable('Too many packets in a row hold no sound')
    if (packet) sound.see(packet)
    if (packet && isPause(packet)) {
      hasSound = true
      continue
    }
    for (const decoded of freed(framesOf(decoder, packet, damage))) {
      if (decoded) {
        hasSound = true
        emptyPackets = 0
      }
      if (decoded || hasSound) add(decoded)
    }
  }
  return hasSound ? peaks : null
}

/** Encodes frames, and at the end `null`, as the rendition. */
const mp3Writer = (input: Demuxer, decoder: Decoder, sound: ContinuousSound, format: SoundFormat) => {
  const encoder = Encoder.createSync(FF_ENCODER_LIBMP3LAME, {
    decoder,
    filter: sound.filter,
    bitrate: bitratePerChannel * format.channels,
    // Joint stereo would let one party be heard in the lane of the other.
    options: { joint_stereo: false },
  })
  const output = Muxer.openSync(
    {
      write: (bytes: Buffer) => {
        sendPart('rendition', bytes)
        return bytes.length
      },
    },
    { format: 'mp3', input, options: { write_xing: '0', id3v2_version: '0' } },
  )
  const place = output.addStream(encoder)
  return (frame: Frame | null): void => {
    for (const encoded of freed(encoder.packetsSync(frame))) if (encoded) output.writePacketSync(encoded, place)
    if (!frame) output.closeSync()
  }
}

const lanesOf = (frame: Frame, channels: number): Float32Array[] =>
  (frame.data ?? [])
    .slice(0, channels)
    .map((plane) => new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples))

/** How many modes of speech AMR has (3GPP TS 26.101 and 26.201). Higher frame types describe a pause, or hold nothing. */
const speechModes = new Map<string, number>([
  [FF_DECODER_AMRNB, 8],
  [FF_DECODER_AMRWB, 9],
])

/** Whether a packet stands for a pause that AMR's encoder left out (DTX), which FFmpeg's decoders take for damage. */
const pausesOf = ({ codecpar: { codecId, channels } }: Stream): ((packet: Packet) => boolean) => {
  const modes = channels === 1 ? speechModes.get(Codec.findDecoder(codecId)?.name ?? '') : undefined
  return (packet) => modes !== undefined && frameTypeOf(packet) >= modes
}

/** Frame type of a stored frame (RFC 4867, section 5.3). */
const frameTypeOf = ({ data }: Packet): number => ((data?.[0] ?? 0) >> 3) & 0x0f
