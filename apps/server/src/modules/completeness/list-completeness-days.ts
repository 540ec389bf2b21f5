import {
  type CallInput,
  type CallResponse,
  type CompletenessDay,
  type calls,
  type PayloadState,
  ProductError,
  silentAfterDays,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { findDeviceGroup, silentDevicesByDay } from '../devices/index.ts'
import { countStatesByDay, countStatesByDayOf, type StateOfDay } from '../payloads/index.ts'
import { type MissingOfDay, missingByDay } from './missing-by-day.ts'

type Query = CallInput<typeof calls.listCompletenessDays>['query']

const dayMs = 24 * 60 * 60 * 1000
const defaultWeeks = 12

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)

/**
 * `GET /completeness/days`. Groups are counted from the counters by day; of a device or person, the latest recordings are read from their index.
 * @throws ProductError `request.not_found` for what the caller may not see; `completeness.one_scope`
 */
export const listCompletenessDays = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.listCompletenessDays>,
): Promise<CallResponse<typeof calls.listCompletenessDays>> => {
  const last = query.until ?? dateOf(Date.now())
  const count = (query.weeks ?? defaultWeeks) * 7
  const dates = Array.from({ length: count }, (_, index) => dateOf(Date.parse(last) - (count - 1 - index) * dayMs))
  const groups = await groupsOf(ctx, query)
  return ctx.read(async (tx) => {
    await assertSeen(ctx, tx, query, groups)
    const scope = { groups, first: dates[0] ?? last, last, ...query }
    const { states, is_capped } = await statesOf(tx, scope)
    const missing = await missingByDay(tx, scope)
    const silent = await silentDevicesByDay(tx, scope, dateOf(Date.now() - silentAfterDays * dayMs))
    return { days: daysOf(dates, states, missing, silent), is_capped }
  })
}

/** The groups to count: those that the caller may see, or the one that was asked for. */
const groupsOf = async (ctx: RequestContext, { group, ...of }: Query): Promise<readonly string[]> => {
  const named = [group, of.device_reference, of.device_user_reference].filter((name) => name !== undefined)
  if (named.length > 1) throw new ProductError('completeness.one_scope')
  const visible = await ctx.groupsFor('completeness:read')
  if (group === undefined) return visible
  if (!visible.includes(group)) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group)
  return [group]
}

/** A device or person is found by those who may see their present group. */
const assertSeen = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  query: Query,
  visible: readonly string[],
): Promise<void> => {
  const { device_reference, device_user_reference } = query
  if (device_reference === undefined && device_user_reference === undefined) return
  const group =
    device_reference === undefined
      ? (await findDeviceUser(tx, device_user_reference ?? ''))?.group
      : await findDeviceGroup(tx, device_reference)
  if (group === undefined || !visible.includes(group)) throw new ProductError('request.not_found')
  ctx.setAuditGroup(group)
}

interface Scope extends Pick<Query, 'device_reference' | 'device_user_reference'> {
  groups: readonly string[]
  first: string
  last: string
}

const statesOf = async (tx: TenantTransaction, { device_reference, device_user_reference, ...scope }: Scope) => {
  if (device_reference !== undefined) {
    return countStatesByDayOf(tx, { column: 'device_reference', reference: device_reference }, scope)
  }
  if (device_user_reference !== undefined) {
    return countStatesByDayOf(tx, { column: 'device_user_reference', reference: device_user_reference }, scope)
  }
  return { states: await countStatesByDay(tx, scope), is_capped: false }
}

const kindOf = (state: PayloadState): 'arrived' | 'waiting' | 'failed' | 'lost' => {
  if (state === 'Recorded') return 'waiting'
  if (state === 'Failed') return 'failed'
  return state === 'NotRecoverable' ? 'lost' : 'arrived'
}

const daysOf = (
  dates: readonly string[],
  states: readonly StateOfDay[],
  missing: readonly MissingOfDay[],
  silent: readonly { day: string; devices: number }[],
): CompletenessDay[] => {
  const statesOfDay = Map.groupBy(states, ({ day }) => day)
  const missingOfDay = new Map(missing.map((row) => [row.day, row]))
  return dates.map((date) => {
    const day = { date, arrived: 0, waiting: 0, failed: 0, lost: 0, missing: 0, explained: 0, gaps: 0, silent: 0 }
    for (const { payload_state, payloads } of statesOfDay.get(date) ?? [])
      day[kindOf(payload_state)] += Math.max(0, payloads)
    const { day: _, ...gaps } = missingOfDay.get(date) ?? { day: date }
    const heardBefore = silent.filter((one) => one.day < date)
    return { ...day, ...gaps, silent: heardBefore.reduce((sum, { devices }) => sum + devices, 0) }
  })
}
