import type { FilterField } from './filter-fields.ts'
import { datesOfCall, dayBefore } from './period.ts'

/** The filter of devices that have not been heard of for so many days, counted from the beginning of the day. */
export const silentSince = (days: string, now: Date): Record<string, string> => {
  const { date_from } = datesOfCall({ date_from: dayBefore(now, Number(days)) }, now)
  return date_from ? { silent_since: date_from } : {}
}

const silentDays = ['1', '7', '30'] as const

/** Devices that have not been heard of for some days. */
export const silentField: FilterField = {
  kind: 'choice',
  name: 'silent_days',
  label: 'device.silent',
  options: silentDays.map((days) => ({ value: days, label: `device.silent_${days}` as const })),
  inCall: silentSince,
}
