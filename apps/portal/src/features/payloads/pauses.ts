import type { Payload } from '@holdfast/contract'

/** A pause within a recording, in seconds from its start. */
export interface Pause {
  start: number
  end: number
}

/** The pauses of an interview, in positions of the recording. */
export const pausesOf = ({ meta, payload_time }: Payload, duration: number): Pause[] => {
  const startedAt = Date.parse(payload_time)
  return (meta.pause_times ?? [])
    .map(({ start, end }) => ({
      start: (Date.parse(start) - startedAt) / 1000,
      end: end === null ? duration : (Date.parse(end) - startedAt) / 1000,
    }))
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(duration, end) }))
    .filter(({ start, end }) => end > start)
}
