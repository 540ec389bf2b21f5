import {
  calls,
  type ListTotal,
  missingAfterDays,
  type Overview,
  ProductError,
  payloadTypes,
  type ReportOmission,
  silentAfterDays,
} from '@holdfast/contract'
import { Temporal } from 'temporal-polyfill'
import { contextOfAbsent, type Handlers } from '../../core/calls/index.ts'
import type { Platform } from '../../core/platform.ts'
import { countQueueItems } from '../reviews/index.ts'
import { findView, isViewSeen } from '../saved-views/index.ts'
import { type CountedHandlers, countOfView, totalOf } from './count-view.ts'
import type { FigureName } from './figures.ts'
import type { Reader } from './reader.ts'
import type { ReportRow } from './report-row.ts'

/** The handlers of everything that reports count. */
export type ReportHandlers = CountedHandlers & Pick<Handlers, 'getOverview' | 'getCompletenessFigures'>

export interface Figure extends ListTotal {
  name: FigureName
}

/** Counts, and the address of the screen that shows the same. */
export interface Counted {
  figures: readonly Figure[]
  address: string
}

interface Counting {
  platform: Platform
  handlers: ReportHandlers
  report: ReportRow
  reader: Reader
  now: Date
  /** The reader's, so that days are those of the screen when they open it. */
  timeZone: string
}

/** The counts of a report for one reader, by their own rights, or why there are none. */
export const countReport = async (counting: Counting): Promise<Counted | ReportOmission> => {
  try {
    return await counters[counting.report.kind](counting)
  } catch (error) {
    // They may not make the call that counts.
    if (error instanceof ProductError && error.code === 'auth.forbidden') return 'no_right'
    throw error
  }
}

const dayOf = ({ now, timeZone }: Counting, daysBack = 0): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .subtract({ days: daysBack })
    .toString()

const countView = async (counting: Counting): Promise<Counted | ReportOmission> => {
  const { platform, handlers, report, reader } = counting
  const { client, session } = reader
  const view = await platform.database.read(client, async (tx) => {
    const found = await findView(tx, report.view_reference ?? '')
    return found && (await isViewSeen(tx, found, session)) ? found : null
  })
  if (!view) return 'view_hidden'
  const count = countOfView(handlers, view, counting)
  if (!count) return 'report_changed'
  const { served, query, types } = count
  const ctx = contextOfAbsent(platform, served.call, reader)
  if (types && (await ctx.visibility('payloads:read', types)).length === 0) return 'nothing_visible'
  const total = totalOf(await served.handler(ctx, { params: {}, query, body: undefined, invalid: [] }))
  return { figures: [{ name: 'rows', ...total }], address: `${view.path}?view=${view.view_reference}` }
}

const countQueuesOf =
  (address: (queue_reference: string) => string) =>
  async (counting: Counting): Promise<Counted | ReportOmission> => {
    const { platform, report, reader } = counting
    const ctx = contextOfAbsent(platform, calls.listReviewQueues, reader)
    if ((await ctx.visibility('reviews:manage', payloadTypes)).length === 0) return 'nothing_visible'
    const queue_reference = report.queue_reference ?? undefined
    const items = await ctx.read((tx) => countQueueItems(ctx, tx, { today: dayOf(counting), queue_reference }))
    if (!items) return 'nothing_visible'
    const { drawn, reviewed, open, late } = items
    return {
      figures: [
        { name: 'drawn', total: drawn },
        { name: 'reviewed', total: reviewed },
        { name: 'open', total: open },
        { name: 'late', total: late },
      ],
      address: address(queue_reference ?? ''),
    }
  }

const countCompleteness = async (counting: Counting): Promise<Counted | ReportOmission> => {
  const { platform, handlers, reader } = counting
  const ctx = contextOfAbsent(platform, calls.getCompletenessFigures, reader)
  if ((await ctx.groupsFor('completeness:read')).length === 0) return 'nothing_visible'
  const query = { silent_since: dayOf(counting, silentAfterDays) }
  const figures = await handlers.getCompletenessFigures(ctx, {
    params: {},
    query,
    body: undefined,
    invalid: [],
  } as never)
  const sum = (counts: readonly { total: number }[]): ListTotal => ({
    total: counts.reduce((all, { total }) => all + total, 0),
  })
  return {
    figures: [
      { name: 'gaps', ...figures.gaps },
      { name: 'missing', total: figures.missing },
      { name: 'explained', ...figures.explained },
      { name: 'on_devices', ...sum(figures.waiting) },
      { name: 'failed', ...sum(figures.failed) },
      { name: 'lost', ...sum(figures.lost) },
      { name: 'silent_devices', ...figures.silent_devices },
      { name: 'people_with_fewer_devices', ...figures.people_with_fewer_devices },
    ],
    address: '/dashboard/devices/completeness',
  }
}

const lateDays = 30

const countOverview = async (counting: Counting): Promise<Counted | ReportOmission> => {
  const { platform, handlers, reader } = counting
  const ctx = contextOfAbsent(platform, calls.getOverview, reader)
  const query = {
    today: dayOf(counting),
    late_since: dayOf(counting, lateDays - 1),
    missing_until: dayOf(counting, missingAfterDays + 1),
    silent_since: dayOf(counting, silentAfterDays),
  }
  const overview = await handlers.getOverview(ctx, { params: {}, query, body: undefined, invalid: [] } as never)
  const figures = figuresOf(overview)
  return figures.length === 0 ? 'nothing_visible' : { figures, address: '/dashboard' }
}

/** The parts of the overview that are open to the reader. */
const figuresOf = ({ reviews, queues, recordings, gaps, access_reviews, ...others }: Overview): Figure[] => {
  const figures: [FigureName, ListTotal | undefined | null][] = [
    ['reviews_waiting', reviews?.waiting],
    ['reviews_overdue', reviews?.overdue],
    ['queues_unfinished', queues?.unfinished],
    ['queues_overdue', queues?.overdue],
    ['role_drafts', others.role_drafts],
    ['access_requests', others.access_requests],
    ['access_reviews', access_reviews?.waiting],
    ['recordings_missing', recordings && sumOf(recordings.map(({ missing }) => missing))],
    ['recordings_failed', recordings && sumOf(recordings.map(({ failed }) => failed))],
    ['recordings_quarantined', recordings && sumOf(recordings.map(({ quarantined }) => quarantined))],
    ['recordings_damaged', recordings && sumOf(recordings.map(({ damaged }) => damaged))],
    ['recordings_late', recordings && sumOf(recordings.map(({ late }) => late))],
    ['gaps', gaps?.open],
    ['missing', gaps && { total: gaps.missing }],
    ['silent_devices', others.silent_devices],
    ['shared_serials', others.shared_serials],
  ]
  return figures.flatMap(([name, total]) => (total ? [{ name, ...total }] : []))
}

const sumOf = (totals: readonly ListTotal[]): ListTotal => ({
  total: totals.reduce((all, { total }) => all + total, 0),
  ...(totals.some(({ is_capped }) => is_capped) && { is_capped: true }),
})

const counters: Readonly<Record<ReportRow['kind'], (counting: Counting) => Promise<Counted | ReportOmission>>> = {
  view: countView,
  reviews: countQueuesOf(() => '/dashboard/reviews/queues'),
  review_queue: countQueuesOf((reference) => `/dashboard/reviews/queues/${reference}`),
  completeness: countCompleteness,
  overview: countOverview,
}
