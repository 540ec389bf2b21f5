import {
  type CallDeclaration,
  calls,
  type DateParameter,
  type ListTotal,
  messageTypes,
  type PayloadType,
  ProductError,
  payloadTypes,
  type SavedView,
} from '@holdfast/contract'
import { Temporal } from 'temporal-polyfill'
import type { Handlers, ServedCall } from '../../core/calls/index.ts'
import { inputCheck } from '../../platform/http/index.ts'

type AskedFilter = NonNullable<SavedView['search']['filter']>
type View = Pick<SavedView, 'path' | 'search'>

/** A list whose rows are counted: as its screen in the portal asks for it. */
interface CountedList {
  call: keyof typeof calls & CountedCall
  /** The filter that the screen adds to that of its address. */
  filter?: (asked: AskedFilter) => object
  /** For recordings: the types that the screen lists. Somebody who may read none of them sees nothing. */
  types?: readonly PayloadType[]
}

const countedCalls = [
  'listPayloads',
  'listConversations',
  'listComments',
  'listAlerts',
  'listDevices',
  'listDeviceUsers',
  'listSequenceGaps',
  'listDeviceLogs',
  'listReviewQueues',
] as const
type CountedCall = (typeof countedCalls)[number]

/** The handlers of the lists that views are of. */
export type CountedHandlers = Pick<Handlers, CountedCall>

const recordings = (types: readonly PayloadType[]): CountedList => ({
  call: 'listPayloads',
  types,
  filter: ({ payload_states }) => ({
    payload_types: types,
    ...(payload_states === undefined && { is_deleted: false }),
  }),
})

const messages = '/dashboard/services/messages'

const countedLists: Readonly<Record<string, CountedList>> = {
  '/dashboard/services/all': recordings(payloadTypes.filter((type) => type !== 'Diagnostics')),
  '/dashboard/services/calls': recordings(['Call', 'AbortedCall', 'BlockedCall']),
  '/dashboard/services/photos': recordings(['Photo']),
  '/dashboard/services/videos': recordings(['Video', 'AR']),
  [messages]: recordings(messageTypes),
  '/dashboard/services/interviews': recordings(['Interview']),
  '/dashboard/services/diagnostics': recordings(['Diagnostics']),
  '/dashboard/services/comments': { call: 'listComments' },
  '/dashboard/account/alerts': { call: 'listAlerts', filter: () => ({ active_only: true, is_dismissed: false }) },
  '/dashboard/devices': { call: 'listDevices' },
  '/dashboard/devices/users': { call: 'listDeviceUsers' },
  '/dashboard/devices/completeness': { call: 'listSequenceGaps' },
  '/dashboard/devices/logs': { call: 'listDeviceLogs' },
  '/dashboard/reviews/queues': { call: 'listReviewQueues' },
}

const conversations: CountedList = { call: 'listConversations', types: messageTypes }

/** Filters that the list of conversations has as well; with any other, the screen lists single messages. */
const ofConversations = new Set([
  'numbers',
  'device_user_references',
  'device_references',
  'groups',
  'payload_types',
  'period',
  'date_from',
  'date_to',
])

const listOf = ({ path, search: { filter = {}, sort } }: View): CountedList | undefined => {
  const isOfConversations =
    path === messages && sort === undefined && Object.keys(filter).every((name) => ofConversations.has(name))
  return isOfConversations ? conversations : countedLists[path]
}

/** The call that counts the rows of a view. */
export interface ViewCount {
  served: ServedCall
  query: Record<string, unknown>
  /** For recordings: the types that rows can have. */
  types: readonly PayloadType[] | undefined
}

const checks = new Map<string, ReturnType<typeof inputCheck>>()

/**
 * The call that counts the rows of a view, as its screen makes it at this moment in this time zone.
 * @returns `null` for views whose rows can't be counted: of other lists, with words, or with filters that the list does not have
 */
export const countOfView = (
  handlers: CountedHandlers,
  view: View,
  { now, timeZone }: { now: Date; timeZone: string },
): ViewCount | null => {
  const list = listOf(view)
  if (!list) return null
  const call: CallDeclaration = calls[list.call]
  const filter = filterOf(call, view, { now, timeZone })
  if (!filter) return null
  const asked = { ...list.filter?.(view.search.filter ?? {}), ...filter }
  try {
    const check = checks.get(list.call) ?? inputCheck(call)
    checks.set(list.call, check)
    const { query } = check({ params: {}, query: { filter: asked, query_result_type: 'total' }, body: undefined })
    const types = (query as { filter?: { payload_types?: PayloadType[] } }).filter?.payload_types
    const served = { call, handler: handlers[list.call] as ServedCall['handler'] }
    return { served, query: query as Record<string, unknown>, types: list.types && (types ?? list.types) }
  } catch (error) {
    if (error instanceof ProductError) return null
    throw error
  }
}

/** A total, or a page, which is not asked for. */
export const totalOf = (answer: unknown): ListTotal => answer as ListTotal

interface Moment {
  now: Date
  timeZone: string
}

/** The filter of the call; `null` if it has not all filters of the view. Words are searched by people, not counted by reports. */
const filterOf = (call: CallDeclaration, { search }: View, moment: Moment): Record<string, unknown> | null => {
  const { view: _, ...asked } = search.filter ?? {}
  const fields = fieldsOf(call)
  const entries: [string, unknown][] = []
  for (const [name, value] of Object.entries(asked)) {
    if (name === 'period' || name === 'date_from' || name === 'date_to') continue
    if (name === 'reviewed' && 'reviewed_from' in fields) {
      const days = daysOf(String(value), moment)
      if (!days) return null
      if (days.from) entries.push(['reviewed_from', days.from])
      if (days.to) entries.push(['reviewed_to', days.to])
      continue
    }
    const field = fields[name]
    if (!field || name === 'text') return null
    entries.push([name, field.type === 'array' ? [value].flat() : value])
  }
  const { period, date_from, date_to } = asked
  if (period !== undefined || date_from !== undefined || date_to !== undefined) {
    const days = daysOf(period === undefined ? `${date_from ?? ''}..${date_to ?? ''}` : String(period), moment)
    if (!days || !('date_from' in fields)) return null
    if (days.from) entries.push(['date_from', days.from])
    if (days.to) entries.push(['date_to', days.to])
  }
  const order = search.sort?.replace(/^-/, '')
  const isOfTime = order === 'processed_at' || order === 'updated_at'
  if (isOfTime && 'date_filter_type' in fields) entries.push(['date_filter_type', order])
  return Object.fromEntries(entries)
}

const fieldsOf = (call: CallDeclaration): Readonly<Record<string, { type?: string }>> => {
  const { properties = {} } = (call.query ?? {}) as { properties?: Record<string, object> }
  const { properties: fields = {} } = (properties.filter ?? {}) as { properties?: Record<string, { type?: string }> }
  return fields
}

/** First and last day, counted back from today and included. */
const periods: Readonly<Record<string, readonly [first: number, last: number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7d': [6, 0],
  '30d': [29, 0],
  '90d': [89, 0],
}

/** The span of a period, or of days as `from..to`, of which one may be absent; `null` if it is neither. */
const daysOf = (value: string, { now, timeZone }: Moment): { from?: DateParameter; to?: DateParameter } | null => {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const period = periods[value]
  if (period) {
    const [first, last] = period
    return {
      from: startOf(today.subtract({ days: first }), timeZone),
      ...(last > 0 && { to: endOf(today.subtract({ days: last }), timeZone) }),
    }
  }
  const read = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(value)
  if (!read) return null
  const [, from, to] = read
  try {
    return {
      ...(from && { from: startOf(Temporal.PlainDate.from(from), timeZone) }),
      ...(to && { to: endOf(Temporal.PlainDate.from(to), timeZone) }),
    }
  } catch {
    return null
  }
}

const startOf = (day: Temporal.PlainDate, timeZone: string): DateParameter =>
  dateParameter(day.toZonedDateTime({ timeZone }).epochMilliseconds)

/** The last second of the day is included. */
const endOf = (day: Temporal.PlainDate, timeZone: string): DateParameter =>
  dateParameter(day.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds - 1000)

const dateParameter = (milliseconds: number): DateParameter => {
  const iso = new Date(milliseconds).toISOString()
  return `${iso.slice(0, 10)}-${iso.slice(11, 19).replaceAll(':', '')}`
}
