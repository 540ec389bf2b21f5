import type { Payload } from '@holdfast/contract'

/** Seconds as measured from the content, else as the device counted them. `null` for a call that was never connected. */
export const durationSeconds = ({ payload_state, meta, media }: Payload): number | null => {
  if (meta.duration === 0 && payload_state === 'NotRecorded') return null
  if (media?.duration_ms != null) return media.duration_ms / 1000
  return meta.duration ?? null
}

const toleratedSeconds = 2

/** Seconds that the device counted, if that is not about as long as the recording is. */
export const otherStatedSeconds = ({ meta, media }: Payload): number | null => {
  if (meta.duration === undefined || media?.duration_ms == null) return null
  return Math.abs(meta.duration - media.duration_ms / 1000) < toleratedSeconds ? null : meta.duration
}
