import type { Payload } from '@holdfast/contract'

/** Clocks differ by seconds; a difference of minutes is a wrong clock. */
const toleranceMs = 5 * 60_000

/**
 * When the server had received a recording whose time, by its device's clock, is later than that; `null` for all others. Such a recording
 * is at the top of the list until its time has come. Without content, the time of the last change stands for that of the arrival.
 */
export const receivedBeforeItsTime = ({
  payload_time,
  uploaded_at,
  updated_at,
}: Pick<Payload, 'payload_time' | 'uploaded_at' | 'updated_at'>): string | null => {
  const received = uploaded_at ?? updated_at
  return Date.parse(payload_time) > Date.parse(received) + toleranceMs ? received : null
}
