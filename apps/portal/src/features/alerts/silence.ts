import { maxAlertSilenceDays } from '@holdfast/contract'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const hoursOf = { hour: 1, workday: 8, day: 24, week: 7 * 24, month: 30 * 24 } as const

/** How long alerts are silenced; `until`: to a date and time. */
export type Silence = keyof typeof hoursOf | 'until'

export const silenceNames: readonly Silence[] = ['hour', 'workday', 'day', 'week', 'month', 'until']

/** The end of a silence that begins now; `null` if it is not in the days for which alerts can be silenced. */
export const endOfSilence = (chosen: Silence, until: string, now: number): Date | null => {
  const latest = now + maxAlertSilenceDays * 24 * hourMs
  // The server's clock may be a little behind.
  if (chosen !== 'until') return new Date(Math.min(now + hoursOf[chosen] * hourMs, latest - minuteMs))
  const end = Date.parse(until)
  return end > now && end <= latest ? new Date(end) : null
}
