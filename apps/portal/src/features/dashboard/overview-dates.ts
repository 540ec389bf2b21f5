import { missingAfterDays, silentAfterDays } from '@holdfast/contract'
import { datesOfCall, dayBefore } from '../../shared/list/period.ts'
import { silentSince } from '../../shared/list/silent-since.ts'

/** The period of late recordings, as in the address of their list. */
export const latePeriod = '30d'

/** The last day of recordings that are missing while they are on their device. */
export const missingUntil = (now: Date): string => dayBefore(now, missingAfterDays + 1)

/** The dates that the filters of the lists stand for, so that each figure is the total of its list. */
export const datesOf = (now: Date) => ({
  today: dayBefore(now, 0),
  late_since: datesOfCall({ period: latePeriod }, now).date_from ?? '',
  missing_until: datesOfCall({ date_to: missingUntil(now) }, now).date_to ?? '',
  silent_since: silentSince(String(silentAfterDays), now).silent_since ?? '',
})
