/** A stretch of a recording, in seconds from its start. */
export interface Span {
  start: number
  end: number
}

/** The waveform of a sound, as the worker made it. */
export interface Peaks {
  /** For each channel, amplitudes from 0 to 1 in equal steps. */
  channels: number[][]
  silences: readonly Span[]
  seconds: number
}

/** −45 dBFS, as a byte of the waveform: 255 × √0.0056. */
const silentByte = 19
const shortestSilenceSeconds = 2

/**
 * Reads the part 'peaks' of a recording: the number of channels, then one byte a column for each channel.
 * @param seconds duration of the sound
 */
export const readPeaks = (bytes: Uint8Array, seconds: number): Peaks => {
  const count = bytes[0] ?? 1
  const columns = (bytes.length - 1) / count
  const channels = Array.from({ length: count }, (_, channel) =>
    bytes.subarray(1 + channel * columns, 1 + (channel + 1) * columns),
  )
  return {
    channels: channels.map((channel) => Array.from(channel, (byte) => (byte / 255) ** 2)),
    silences: silencesOf(channels, seconds),
    seconds,
  }
}

const silencesOf = (channels: readonly Uint8Array[], seconds: number): Span[] => {
  const length = channels[0]?.length ?? 0
  const step = seconds / length
  const found: Span[] = []
  let from = 0
  for (let at = 0; at <= length; at++) {
    if (at < length && channels.every((channel) => (channel[at] ?? 0) < silentByte)) continue
    if ((at - from) * step >= shortestSilenceSeconds) found.push({ start: from * step, end: at * step })
    from = at + 1
  }
  return found
}
