import {
  type ExceptionKind,
  exceptionKinds,
  type ListTotal,
  type Overview,
  type PayloadType,
  silentAfterDays,
  type UserProfile,
} from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { shownTypes } from '../../shared/session/profile-of-portal.ts'
import type { Tone } from '../../shared/ui/badge.tsx'
import { latePeriod, missingUntil } from './overview-dates.ts'

/** A number, and the list with the filter that has as many rows. */
export interface Figure {
  label: MessageId
  count: ListTotal
  tone: Tone
  to: string
  filter: FilterValues
}

/** Something that needs the person, with its figures; none of them is zero. */
export interface Need {
  title: MessageId
  figures: readonly Figure[]
}

const services = [
  { label: 'overview.of_calls', list: 'calls', types: ['Call', 'AbortedCall', 'BlockedCall'], filter: {} },
  // Messages are listed as conversations otherwise, which have no states.
  { label: 'overview.of_messages', list: 'messages', types: ['SMS', 'MMS', 'RCS'], filter: { view: 'single' } },
  { label: 'overview.of_photos', list: 'photos', types: ['Photo'], filter: {} },
  { label: 'overview.of_videos', list: 'videos', types: ['Video', 'AR'], filter: {} },
  { label: 'overview.of_interviews', list: 'interviews', types: ['Interview'], filter: {} },
  { label: 'overview.of_diagnostics', list: 'diagnostics', types: ['Diagnostics'], filter: {} },
] as const satisfies readonly { label: MessageId; list: string; types: readonly PayloadType[]; filter: FilterValues }[]

const exceptionFilters = (now: Date): Record<ExceptionKind, FilterValues> => ({
  missing: { payload_states: ['Recorded'], date_to: missingUntil(now) },
  failed: { payload_states: ['Failed'] },
  quarantined: { payload_states: ['Quarantined'] },
  damaged: { is_damaged: 'true' },
  late: { is_late: 'true', period: latePeriod },
})

const tones: Record<ExceptionKind, Tone> = {
  missing: 'warn',
  failed: 'bad',
  quarantined: 'bad',
  damaged: 'bad',
  late: 'warn',
}

/** What needs the person: what is missing first, then decisions and reviews, then recordings, then devices. */
export const needsOf = (
  overview: Overview,
  { requests, profile, now }: { requests: number; profile: Pick<UserProfile, 'payload_types'>; now: Date },
): Need[] => [
  ...need('overview.gaps', [
    {
      label: 'completeness.gaps',
      count: overview.gaps?.open ?? { total: 0 },
      tone: 'bad',
      to: '/dashboard/devices/completeness',
      filter: { states: ['open'] },
    },
  ]),
  ...need('page.support_access', [
    {
      label: 'overview.to_decide',
      count: { total: requests },
      tone: 'warn',
      to: '/dashboard/account/support-access',
      filter: { approval_state: 'pending' },
    },
  ]),
  ...need('page.role_drafts', [
    {
      label: 'overview.to_approve',
      count: overview.role_drafts ?? { total: 0 },
      tone: 'warn',
      to: '/dashboard/access/role-drafts',
      filter: { is_approvable: 'true' },
    },
  ]),
  ...need('page.access_requests', [
    {
      label: 'overview.to_decide',
      count: overview.access_requests ?? { total: 0 },
      tone: 'warn',
      to: '/dashboard/access/requests',
      filter: { is_for_me: 'true', state: 'waiting' },
    },
  ]),
  ...need('page.own_reviews', ofReviews(overview.reviews)),
  ...need('page.review_queues', ofQueues(overview.queues)),
  ...need('page.access_reviews', ofAccessReviews(overview.access_reviews)),
  ...exceptionKinds.flatMap((kind) => need(`overview.${kind}`, ofRecordings(overview.recordings, kind, profile, now))),
  ...need('overview.silent_devices', [
    {
      label: 'overview.of_devices',
      count: overview.silent_devices ?? { total: 0 },
      tone: 'warn',
      to: '/dashboard/devices',
      filter: { silent_days: String(silentAfterDays) },
    },
  ]),
  ...need('overview.shared_serials', [
    {
      label: 'page.devices',
      count: overview.shared_serials ?? { total: 0 },
      tone: 'warn',
      to: '/dashboard/devices',
      filter: { is_serial_shared: 'true' },
    },
  ]),
]

const need = (title: MessageId, figures: readonly Figure[]): Need[] => {
  const present = figures.filter(({ count }) => count.total > 0)
  return present.length > 0 ? [{ title, figures: present }] : []
}

const ofReviews = (reviews: Overview['reviews']): Figure[] => {
  if (!reviews) return []
  const to = '/dashboard/reviews'
  return [
    { label: 'overview.overdue', count: reviews.overdue, tone: 'bad', to, filter: { due: 'overdue' } },
    { label: 'overview.due_soon', count: reviews.due_soon, tone: 'warn', to, filter: { due: 'soon' } },
    { label: 'overview.passed_on', count: reviews.escalated, tone: 'warn', to, filter: { states: ['escalated'] } },
    { label: 'overview.to_review', count: reviews.waiting, tone: 'info', to, filter: {} },
  ]
}

const ofQueues = (queues: Overview['queues']): Figure[] => {
  if (!queues) return []
  const to = '/dashboard/reviews/queues'
  const overdue = { due: 'overdue', is_unfinished: 'true' }
  return [
    { label: 'overview.overdue', count: queues.overdue, tone: 'bad', to, filter: overdue },
    {
      label: 'overview.unfinished',
      count: queues.unfinished,
      tone: 'info',
      to,
      filter: { is_unfinished: 'true' },
    },
  ]
}

const ofAccessReviews = (reviews: Overview['access_reviews']): Figure[] => {
  if (!reviews) return []
  const to = '/dashboard/access/reviews'
  const own = { is_own: 'true', is_finished: 'false' }
  return [
    { label: 'overview.overdue', count: reviews.overdue, tone: 'bad', to, filter: { ...own, due: 'overdue' } },
    { label: 'overview.to_review', count: reviews.waiting, tone: 'info', to, filter: own },
    {
      label: 'overview.still_held',
      count: reviews.still_held ?? { total: 0 },
      tone: 'warn',
      to,
      filter: { is_still_held: 'true' },
    },
  ]
}

const ofRecordings = (
  recordings: Overview['recordings'],
  kind: ExceptionKind,
  profile: Pick<UserProfile, 'payload_types'>,
  now: Date,
): Figure[] =>
  services.map(({ label, list, types, filter }) => {
    const shown = shownTypes(types, profile)
    const totals = (recordings ?? []).filter((of) => shown.includes(of.payload_type)).map((of) => of[kind])
    return {
      label,
      count: {
        total: totals.reduce((sum, { total }) => sum + total, 0),
        is_capped: totals.some(({ is_capped }) => is_capped),
      },
      tone: tones[kind],
      to: `/dashboard/services/${list}`,
      filter: { ...filter, ...exceptionFilters(now)[kind] },
    }
  })
