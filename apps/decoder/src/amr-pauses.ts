import { AV_CHANNEL_LAYOUT_MONO, AV_SAMPLE_FMT_FLTP, FF_DECODER_AMRNB, FF_DECODER_AMRWB } from 'node-av/constants'
import { Codec, Frame, type Packet, type Stream } from 'node-av/lib'

const packetsPerSecond = 50
/** Of a frame of silence: 2 MB of AMR-WB. */
const maxFrameSeconds = 30

/** How many modes of speech there are (3GPP TS 26.101 and 26.201). Higher frame types describe a pause, or hold nothing. */
const speechModes = new Map<string, number>([
  [FF_DECODER_AMRNB, 8],
  [FF_DECODER_AMRWB, 9],
])

/** Frame type of a stored frame (RFC 4867, section 5.3). */
const frameTypeOf = ({ data }: Packet): number => ((data?.[0] ?? 0) >> 3) & 0x0f

/**
 * AMR's encoder may leave out pauses (DTX). FFmpeg's decoders drop the frames that stand for them, so that all that follows would
 * be heard too early.
 */
export class AmrPauses {
  readonly #stream: Stream
  readonly #modes: number
  #count = 0
  #pts = 0n

  constructor(stream: Stream) {
    const { codecId, channels } = stream.codecpar
    const modes = speechModes.get(Codec.findDecoder(codecId)?.name ?? '')
    this.#stream = stream
    this.#modes = modes !== undefined && channels === 1 ? modes : Number.POSITIVE_INFINITY
  }

  /** Whether a packet stands for a pause, which it then keeps. */
  add(packet: Packet): boolean {
    if (frameTypeOf(packet) < this.#modes) return false
    if (this.#count === 0) this.#pts = packet.pts
    this.#count += 1
    return true
  }

  /** The silence of the packets since the last call. */
  *take(): Generator<Frame> {
    const { sampleRate } = this.#stream.codecpar
    const { num, den } = this.#stream.timeBase
    for (let taken = 0; taken < this.#count; ) {
      const packets = Math.min(this.#count - taken, maxFrameSeconds * packetsPerSecond)
      const nbSamples = (packets * sampleRate) / packetsPerSecond
      yield Frame.fromAudioBuffer(Buffer.alloc(nbSamples * Float32Array.BYTES_PER_ELEMENT), {
        nbSamples,
        sampleRate,
        format: AV_SAMPLE_FMT_FLTP,
        channelLayout: AV_CHANNEL_LAYOUT_MONO,
        timeBase: { num, den },
        pts: this.#pts + BigInt(Math.round((taken / packetsPerSecond / num) * den)),
      })
      taken += packets
    }
    this.#count = 0
  }
}
