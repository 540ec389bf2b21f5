import type { PayloadType, UserProfile } from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'
import { datesOfCall, dayBefore } from '../../shared/list/period.ts'
import { shownTypes } from '../../shared/session/profile-of-portal.ts'

const shownDays = 14

/** The kinds of the overview and their payload types. */
const countedKinds = [
  { title: 'page.calls', types: ['Call', 'AbortedCall', 'BlockedCall'] },
  { title: 'page.messages', types: ['SMS', 'MMS', 'RCS'] },
  { title: 'page.photos', types: ['Photo'] },
  { title: 'page.videos', types: ['Video', 'AR'] },
  { title: 'page.interviews', types: ['Interview'] },
] as const satisfies readonly { title: MessageId; types: readonly PayloadType[] }[]

export interface CountFilter {
  payload_types: PayloadType[]
  date_from?: string
  date_to?: string
}

/**
 * The filters of the counts over the last days in the person's time zone, earliest first: the same recordings by day
 * and by kind.
 */
export const countFilters = (now: Date, profile: Pick<UserProfile, 'payload_types'>) => {
  const kinds = countedKinds.map(({ title, types }) => ({ title, payload_types: shownTypes(types, profile) }))
  // The same types by day as by kind: Diagnostics have no screen to find them on.
  const countedTypes = kinds.flatMap(({ payload_types }) => payload_types)
  const days = Array.from({ length: shownDays }, (_, index) => dayBefore(now, shownDays - 1 - index))
  const between = (first: string | undefined, last: string | undefined) =>
    datesOfCall({ date_from: first, date_to: last }, now)
  return {
    days: days.map((day): { day: string; filter: CountFilter } => ({
      day,
      filter: { payload_types: countedTypes, ...between(day, day) },
    })),
    kinds: kinds.map(({ title, payload_types }): { title: MessageId; filter: CountFilter } => ({
      title,
      filter: { payload_types, ...between(days[0], days.at(-1)) },
    })),
  }
}
