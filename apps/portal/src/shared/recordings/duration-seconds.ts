import type { Payload } from '@holdfast/contract'

/** Seconds as the device counted them, else as measured from the content. `null` for a call that was never connected. */
export const durationSeconds = ({ payload_state, meta, media }: Payload): number | null => {
  if (meta.duration === 0 && payload_state === 'NotRecorded') return null
  if (meta.duration !== undefined) return meta.duration
  return media?.duration_ms != null ? media.duration_ms / 1000 : null
}
