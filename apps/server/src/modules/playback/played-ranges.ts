import { limits, type PlayedRange } from '@holdfast/contract'

/** A stretch of content from its beginning, as shares of it: 0 is its beginning, 1 its end. */
export interface ServedShare {
  from: number
  to: number
}

/**
 * Bytes and seconds do not pass evenly, so what lies a little outside of the bytes that were sent counts as sent: at most this share of
 * the content, and no more than was sent in one piece, so that single bytes do not count for the seconds around them.
 */
const unevenness = 0.05

/**
 * What of these ranges lies within the parts of a recording that were sent, in hundredths of a second. Ranges of the same speed
 * that overlap or touch become one.
 * @param seconds length of the recording; `null` if it is unknown: all positions are then taken as sent if anything was
 */
export const playedWithin = (
  ranges: readonly PlayedRange[],
  served: readonly ServedShare[],
  seconds: number | null,
): PlayedRange[] => {
  const spans = served.map(({ from, to }) => {
    if (seconds === null) return { from_s: 0, to_s: Number.POSITIVE_INFINITY }
    const around = Math.min(unevenness, to - from)
    return { from_s: (from - around) * seconds, to_s: Math.min(seconds, (to + around) * seconds) }
  })
  return merged(
    ranges.flatMap(({ from_s, to_s, speed }) =>
      spans
        .map((span) => ({
          from_s: hundredths(Math.max(from_s, span.from_s)),
          to_s: hundredths(Math.min(to_s, span.to_s)),
          speed,
        }))
        .filter((range) => range.to_s > range.from_s),
    ),
  )
}

/** How long somebody listened to play these ranges. */
export const secondsSpent = (ranges: readonly PlayedRange[]): number =>
  ranges.reduce((sum, { from_s, to_s, speed }) => sum + (to_s - from_s) / Math.min(speed, limits.maxPlaybackSpeed), 0)

const merged = (ranges: readonly PlayedRange[]): PlayedRange[] => {
  const result: PlayedRange[] = []
  for (const range of ranges.toSorted((one, other) => one.from_s - other.from_s)) {
    const before = result.findLast(({ speed }) => speed === range.speed)
    if (before && range.from_s <= before.to_s) before.to_s = Math.max(before.to_s, range.to_s)
    else result.push({ ...range })
  }
  return result
}

const hundredths = (seconds: number): number => Math.round(seconds * 100) / 100
