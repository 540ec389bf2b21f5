import type { PayloadDays, PayloadType, UserProfile } from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { shownTypes } from '../../shared/session/profile-of-portal.ts'

/** The kinds of recordings on the overview, and their lists. Diagnostics are not among them: they have no screens of their own. */
const kinds = [
  { title: 'page.calls', list: 'calls', types: ['Call', 'AbortedCall', 'BlockedCall'], filter: {} },
  // Messages are listed as conversations otherwise, which are more or fewer.
  { title: 'page.messages', list: 'messages', types: ['SMS', 'MMS', 'RCS'], filter: { view: 'single' } },
  { title: 'page.photos', list: 'photos', types: ['Photo'], filter: {} },
  { title: 'page.videos', list: 'videos', types: ['Video', 'AR'], filter: {} },
  { title: 'page.interviews', list: 'interviews', types: ['Interview'], filter: {} },
] as const satisfies readonly {
  title: MessageId
  list: string
  types: readonly PayloadType[]
  filter: FilterValues
}[]

/** A number of recordings of one kind, and the list that shows them. */
export interface KindCount {
  title: MessageId
  count: number
  to: string
  filter: FilterValues
}

export interface DayCount {
  date: string
  count: number
  /** The kinds of which there were any on that day. */
  kinds: readonly KindCount[]
}

/** The numbers of recordings by day, earliest first, and by kind. Both are of the same recordings. */
export const kindCounts = (
  { dates, types }: Pick<PayloadDays, 'dates' | 'types'>,
  profile: Pick<UserProfile, 'payload_types'>,
): { days: DayCount[]; kinds: KindCount[] } => {
  const counted = kinds.flatMap((kind) => {
    const shown = shownTypes(kind.types, profile)
    const ofKind = types.filter(({ payload_type }) => shown.includes(payload_type))
    const days = dates.map((_, index) => sumOf(ofKind.map(({ days: counts }) => counts[index] ?? 0)))
    return ofKind.length === 0 ? [] : [{ ...kind, days }]
  })
  const countOf = (kind: (typeof counted)[number], count: number, date_from: string, date_to: string): KindCount => ({
    title: kind.title,
    count,
    to: `/dashboard/services/${kind.list}`,
    filter: { ...kind.filter, date_from, date_to },
  })
  const [first = '', last = ''] = [dates.at(0), dates.at(-1)]
  return {
    days: dates.map((date, index) => ({
      date,
      count: sumOf(counted.map(({ days }) => days[index] ?? 0)),
      kinds: counted.map((kind) => countOf(kind, kind.days[index] ?? 0, date, date)).filter(({ count }) => count > 0),
    })),
    kinds: counted.map((kind) => countOf(kind, sumOf(kind.days), first, last)),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
