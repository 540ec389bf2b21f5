import { datesOfCall, dayBefore } from './period.ts'

/** The filter of devices that have not been heard of for so many days, counted from the beginning of the day. */
export const silentSince = (days: string, now: Date): Record<string, string> => {
  const { date_from } = datesOfCall({ date_from: dayBefore(now, Number(days)) }, now)
  return date_from ? { silent_since: date_from } : {}
}
