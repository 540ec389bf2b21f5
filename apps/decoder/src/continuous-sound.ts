import { FilterAPI } from 'node-av/api'
import { AV_CHANNEL_LAYOUT_MONO, AV_CHANNEL_LAYOUT_STEREO, AV_NOPTS_VALUE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { Frame, type Packet, type Stream } from 'node-av/lib'
import { freed } from './freed.ts'

/** Time stamps are rounded to milliseconds or packets: less than this is no gap. */
const shortestGapSeconds = 0.05
/** The last packet of a recording may be filled up to its usual length. */
const shortestLastGapSeconds = 0.2
/** A longer gap is an error of the clock, and so is a clock that is set back by more than `longestOverlapSeconds`. */
const longestGapSeconds = 60 * 60
const longestOverlapSeconds = 1
/** Of a frame of silence: 96 kB for each channel. */
const silentFrameSeconds = 1

export interface SoundFormat {
  channels: 1 | 2
  sampleRate: number
}

/**
 * Decoded sound as it is to be heard: resampled and mixed, and silent wherever its time stamps leave something out, because the
 * recorder was paused or sent nothing while nobody spoke. So a moment of what is made of it is that moment of the recording.
 */
export class ContinuousSound {
  readonly filter: FilterAPI
  readonly #format: SoundFormat
  /** Samples that were given out. */
  #position = 0
  /** Samples by which a time stamp is ahead of the position that it belongs to; unknown before the first packet. */
  #ahead: number | null = null
  /** Where the last packet ends, by its time stamp. */
  #end = 0
  readonly #origin: number | null

  /** @param originSeconds the time stamp at which the recording begins; `null`: that of the first packet */
  constructor(format: SoundFormat, originSeconds: number | null) {
    const { channels, sampleRate } = format
    this.#format = format
    this.#origin = originSeconds
    this.filter = FilterAPI.create(
      `aresample=${sampleRate},aformat=sample_fmts=fltp:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`,
    )
  }

  get seconds(): number {
    return this.#position / this.#format.sampleRate
  }

  /** Notes the time of a packet, whether or not anything is decoded from it. */
  see({ pts, duration, timeBase: { num, den } }: Packet): void {
    if (pts === AV_NOPTS_VALUE) return
    const samplesOf = (ticks: bigint): number => (Number(ticks) * num * this.#format.sampleRate) / den
    this.#ahead ??= Math.max(0, this.#origin === null ? samplesOf(pts) : this.#origin * this.#format.sampleRate)
    this.#end = samplesOf(pts) + samplesOf(duration)
  }

  /** @param decoded `null` after the last frame; then `null` is given out at the end, too */
  *frames(decoded: Frame | null): Generator<Frame | null> {
    for (const frame of freed(this.filter.framesSync(decoded))) {
      if (!frame) continue
      yield* this.#silenceBefore(Number(frame.pts), shortestGapSeconds)
      this.#position += frame.nbSamples
      yield frame
    }
    if (decoded) return
    yield* this.#silenceBefore(this.#end, shortestLastGapSeconds)
    yield null
  }

  *#silenceBefore(timeStamp: number, shortestSeconds: number): Generator<Frame> {
    const { sampleRate } = this.#format
    const missing = Math.round(timeStamp - (this.#ahead ?? 0) - this.#position)
    if (missing > longestGapSeconds * sampleRate || missing < -longestOverlapSeconds * sampleRate) {
      this.#ahead = timeStamp - this.#position
    } else if (missing >= shortestSeconds * sampleRate) yield* freed(this.#silence(missing))
  }

  *#silence(samples: number): Generator<Frame> {
    const { channels, sampleRate } = this.#format
    for (let missing = samples; missing > 0; ) {
      const nbSamples = Math.min(missing, silentFrameSeconds * sampleRate)
      this.#position += nbSamples
      missing -= nbSamples
      yield Frame.fromAudioBuffer(Buffer.alloc(nbSamples * channels * Float32Array.BYTES_PER_ELEMENT), {
        nbSamples,
        sampleRate,
        format: AV_SAMPLE_FMT_FLTP,
        channelLayout: channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO,
        timeBase: { num: 1, den: sampleRate },
      })
    }
  }
}

/** MP4 and its relatives count from the beginning of the recording; others may go on from a clock that ran before. */
export const originOf = (content_type: string): number | null =>
  /mp4|3gpp|m4[av]|quicktime/.test(content_type) ? 0 : null

/** How many channels a sound gets that browsers play, and which rate. */
export const formatFor = ({ codecpar }: Stream, rates: { narrow: number; wide: number }): SoundFormat => ({
  channels: codecpar.channels > 1 ? 2 : 1,
  sampleRate: codecpar.sampleRate > rates.narrow ? rates.wide : rates.narrow,
})
