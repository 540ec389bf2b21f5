import { Encoder, FilterAPI, Muxer } from 'node-av/api'
import { FF_ENCODER_LIBMP3LAME } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { AmrPauses } from './amr-pauses.ts'
import { sendPart } from './channel.ts'
import { freed, freedInTurns } from './freed.ts'
import { Peaks } from './peaks.ts'
import type { DecoderTask } from './protocol.ts'
import { decoderOf, openSource } from './source.ts'
import { Undecodable } from './undecodable.ts'

/** Of the rendition. Speech up to 16 kHz keeps its band at 16 kHz; more is for music in the background. */
const sampleRates = { narrow: 16_000, wide: 24_000 }
/** A constant bit rate: a place in the sound is a place in the bytes. */
const bitratePerChannel = 32_000

/** A few bytes may say that they are years of silence. */
const maxSeconds = 24 * 60 * 60
/** After this many packets in a row that hold no sound (33 minutes of AMR), the rest is not decoded. */
const maxEmptyPackets = 100_000

/** Decodes the sound once: the waveform, its silences, and an MP3 that every browser plays. */
export const deriveSound = async (task: DecoderTask): Promise<void> => {
  const input = openSource(task)
  const stream = input.audio()
  if (!stream) throw new Undecodable('It has no sound')
  const channels = stream.codecpar.channels > 1 ? 2 : 1
  const sampleRate = stream.codecpar.sampleRate > sampleRates.narrow ? sampleRates.wide : sampleRates.narrow
  const decoder = decoderOf(stream)
  const filter = FilterAPI.create(
    `aresample=${sampleRate},aformat=sample_fmts=fltp:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`,
  )
  const encoder = Encoder.createSync(FF_ENCODER_LIBMP3LAME, {
    decoder,
    filter,
    bitrate: bitratePerChannel * channels,
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
  const peaks = new Peaks(channels, sampleRate)
  const pauses = new AmrPauses(stream)
  const add = (decoded: Frame | null): void => {
    for (const frame of freed(filter.framesSync(decoded))) {
      if (frame) peaks.add(lanesOf(frame, channels))
      if (peaks.seconds > maxSeconds) throw new Undecodable('It is longer than a day')
      for (const encoded of freed(encoder.packetsSync(frame))) {
        if (encoded) output.writePacketSync(encoded, place)
      }
    }
  }
  let emptyPackets = 0
  let hasSound = false
  for await (const packet of freedInTurns(input.packetsSync(stream.index))) {
    emptyPackets += 1
    if (emptyPackets > maxEmptyPackets) throw new Undecodable('Too many packets in a row hold no sound')
    if (packet && pauses.add(packet)) continue
    for (const silence of freed(pauses.take())) add(silence)
    for (const decoded of freed(decoder.framesSync(packet))) {
      if (decoded) {
        hasSound = true
        emptyPackets = 0
      }
      add(decoded)
    }
  }
  output.closeSync()
  if (!hasSound) throw new Undecodable('No sound could be decoded')
  sendPart('peaks', peaks.columns())
}

const lanesOf = (frame: Frame, channels: number): Float32Array[] =>
  (frame.data ?? [])
    .slice(0, channels)
    .map((plane) => new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples))
