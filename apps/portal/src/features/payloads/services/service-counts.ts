import type { ListTotal, PayloadCounts, PayloadTypeCounts, UserProfile } from '@holdfast/contract'
import type { MessageId } from '../../../shared/i18n/text.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { shownTypes } from '../../../shared/session/profile-of-portal.ts'
import { type AnyKindName, type ListedKind, listedKinds } from '../kinds.ts'

export const exceptionNames = ['failed', 'quarantined', 'damaged', 'late'] as const
export type ExceptionName = (typeof exceptionNames)[number]

/** Recordings of a service that need a look, and the filter of its list that shows them. */
export interface Exception {
  name: ExceptionName
  count: ListTotal
  filter: FilterValues
}

/** A service, or the comments on recordings, as the overview shows it. */
export interface Service {
  name: AnyKindName | 'comments'
  title: MessageId
  all: MessageId
  empty: MessageId
  list: ListedKind['list'] | '/dashboard/services/comments'
  /** Per day, earliest first. */
  days: readonly number[]
  /** The time of the latest recording; null if there is none. */
  last: string | null
  exceptions: readonly Exception[]
}

/** In the order of the navigation. */
const order = ['calls', 'messages', 'photos', 'videos', 'interviews', 'comments', 'diagnostics'] as const

/** The period of the exceptions in the address of a list: the days that are counted. */
export const exceptionPeriod = '30d'

const filters: Record<ExceptionName, FilterValues> = {
  failed: { payload_states: ['Failed'], period: exceptionPeriod },
  quarantined: { payload_states: ['Quarantined'], period: exceptionPeriod },
  late: { is_late: 'true', period: exceptionPeriod },
  damaged: { is_damaged: 'true' },
}

/** The filter of a service's list for one day, yyyy-mm-dd. Messages are counted one by one, and listed as conversations otherwise. */
export const filterOfDay = ({ name }: Pick<Service, 'name'>, date: string): FilterValues => ({
  ...(name === 'messages' && { view: 'single' }),
  date_from: date,
  date_to: date,
})

/** The services of which the person may see any type. */
export const servicesOf = (counts: PayloadCounts, profile: Pick<UserProfile, 'payload_types'>): Service[] =>
  order.flatMap((name): Service[] => {
    if (name === 'comments') return commentsOf(counts)
    const kind = listedKinds[name]
    const shown = shownTypes(kind.types, profile)
    const types = counts.types.filter(({ payload_type }) => shown.includes(payload_type))
    return types.length === 0 ? [] : [serviceOf(kind, types)]
  })

const commentsOf = ({ comments }: PayloadCounts): Service[] => {
  if (!comments) return []
  const texts = { title: 'page.comments', all: 'services.all_comments', empty: 'comment.none' } as const
  return [{ name: 'comments', ...texts, list: '/dashboard/services/comments', ...comments, exceptions: [] }]
}

const serviceOf = (
  { name, title, emptyTitle, list }: ListedKind & { name: AnyKindName },
  types: readonly PayloadTypeCounts[],
): Service => ({
  name,
  title,
  all: `services.all_${name}`,
  empty: emptyTitle,
  list,
  days: (types[0]?.days ?? []).map((_, day) => sumOf(types.map(({ days }) => days[day] ?? 0))),
  last:
    types
      .flatMap(({ last }) => (last === null ? [] : [last]))
      .sort()
      .at(-1) ?? null,
  exceptions: exceptionNames.flatMap((exception): Exception[] => {
    const count = totalOf(types.map((type) => type[exception]))
    // Messages are listed as conversations otherwise, which have no states.
    const view = name === 'messages' ? { view: 'single' } : {}
    return count.total === 0 ? [] : [{ name: exception, count, filter: { ...view, ...filters[exception] } }]
  }),
})

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

const totalOf = (totals: readonly ListTotal[]): ListTotal => ({
  total: sumOf(totals.map(({ total }) => total)),
  is_capped: totals.some(({ is_capped }) => is_capped),
})

/** How many there were on the last days. */
export const ofLastDays = ({ days }: Pick<Service, 'days'>, count: number): number => sumOf(days.slice(-count))
