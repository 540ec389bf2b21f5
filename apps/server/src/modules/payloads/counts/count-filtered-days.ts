import type { Visibility } from '@holdfast/access'
import type { PayloadDaysFilter, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../../core/calls/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { visiblePayloads } from '../lists/list-payloads.ts'
import { withDefaults } from '../lists/payload-filter.ts'
import { isPrefixFrequent } from '../lists/payload-number-query.ts'
import type { PayloadPage } from '../lists/payload-order.ts'
import { payloadKeysQuery } from '../lists/payload-page-query.ts'
import { withSpellings } from '../numbers/number-spellings.ts'
import type { CountedDays } from './count-days.ts'
import { daysUntil, type LocalDays, lastDays } from './local-days.ts'

/** How many recordings are counted one by one. */
const maxCounted = 20_000

/** Dates of filters begin with the year 1000, and days before the first of them can't be asked for. */
const earliestDay = '1001-01-01'

interface Wanted {
  count: number
  timezone?: string | undefined
  /** yyyy-mm-dd; otherwise the day of the newest recording. */
  until?: string | undefined
}

/**
 * Counts what a filter of `GET /payloads` matches, by day and type, without deleted ones unless the filter decides on them or has a matter, in
 * which they stay. Days before those that can be counted are left out; there is none if nothing matches.
 */
export const countFilteredDays = async (
  ctx: RequestContext,
  wanted: PayloadDaysFilter,
  { count, timezone, until }: Wanted,
): Promise<CountedDays> => {
  const { is_deleted, payload_states, matter_reference } = wanted
  const hasOwnStates = [is_deleted, payload_states, matter_reference].some((one) => one !== undefined)
  const filter = await withSpellings(ctx, withDefaults({ ...wanted, ...(!hasOwnStates && { is_deleted: false }) }))
  const visible = await visiblePayloads(ctx, filter)
  return ctx.read(async (tx) => {
    const isFrequent = await isPrefixFrequent(tx, filter, visible)
    const page: Listed = { client: ctx.client, filter, sort: 'desc', position: null, isPrefixFrequent: isFrequent }
    const newest = until === undefined ? await newestOf(tx, page, visible) : null
    const isEmpty = until === undefined ? newest === null : until < earliestDay
    if (isEmpty) return { ...daysUntil('1970-01-01', 0, timezone), byType: new Map() }
    const days = newest ? lastDays(newest, count, timezone) : daysUntil(until ?? '', count, timezone)
    return countIn(tx, { page, visible, days })
  })
}

type Listed = Omit<PayloadPage, 'limit'>

const newestOf = async (
  { db }: TenantTransaction,
  page: Listed,
  visible: readonly Visibility[],
): Promise<Date | null> => {
  const keys = payloadKeysQuery({ ...page, limit: 1 }, visible)
  if (!keys) return null
  const { rows } = await sql<{ payload_time: Date }>`select payload_time from (${keys}) found`.execute(db)
  return rows[0] ? new Date(rows[0].payload_time) : null
}

interface Counted {
  payload_type: PayloadType
  day: number
  total: number
}

const countIn = async (
  { client, db }: TenantTransaction,
  { page, visible, days }: { page: Listed; visible: readonly Visibility[]; days: LocalDays },
): Promise<CountedDays> => {
  const period = { date_from: parameterOf(days.starts[0]), date_to: parameterOf(days.starts.at(-1), -1) }
  const keys = payloadKeysQuery({ ...page, filter: { ...page.filter, ...period }, limit: maxCounted + 1 }, visible)
  const starts = days.starts.map((start) => start.toISOString())
  const { rows } = keys
    ? await sql<Counted>`
        select p.payload_type, width_bucket(p.payload_time, ${starts}::timestamptz[]) - 1 as day, count(*)::bigint as total
        from (${keys}) found join payloads p on p.client = ${client} and p.payload_reference = found.payload_reference
        group by 1, 2`.execute(db)
    : { rows: [] }
  // The newest were counted. Of the earliest day among them, some may be missing.
  const isWhole = rows.reduce((sum, { total }) => sum + total, 0) <= maxCounted
  const first = isWhole ? 0 : Math.min(...rows.map(({ day }) => day)) + 1
  const types = visible.flatMap(({ payload_types }) => payload_types)
  const numberOf = (type: PayloadType, index: number): number =>
    rows.find(({ payload_type, day }) => payload_type === type && day === index)?.total ?? 0
  return {
    timezone: days.timezone,
    dates: days.dates.slice(first),
    starts: days.starts.slice(first),
    byType: new Map(types.map((type) => [type, days.dates.map((_, index) => numberOf(type, index)).slice(first)])),
  }
}

/** yyyy-mm-dd-hhmmss, as filters have it. The last second of a period belongs to it. */
const parameterOf = (time: Date | undefined, seconds = 0): string =>
  new Date((time?.getTime() ?? 0) + seconds * 1000).toISOString().slice(0, 19).replace('T', '-').replace(/:/g, '')
