import {
  activityOutcomes,
  type CallInput,
  type calls,
  type HourOfTrail,
  limits,
  spanOfDateParameter,
  type TrailByHour,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { deviceTrail, userTrail } from '../../core/activities/index.ts'
import { maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { allOf, type Condition, isEqual } from '../../platform/database/index.ts'
import { deviceConditions, firstIdOf, outcomes, userConditions } from './trail-conditions.ts'

/** `GET /activities/hours`: how many entries of the list, of each outcome, each hour of a day has. */
export const countActivitiesByHour = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.countActivitiesByHour>,
): Promise<TrailByHour> => {
  const { conditionsOf } = await userConditions(ctx, query.filter)
  // What was played after an opening belongs to it, as in a list of this day.
  return countByHour(ctx, userTrail.table, query, conditionsOf({ ...query.filter, date_from: query.from }))
}

/** `GET /device_activities/hours`: the same of devices. */
export const countDeviceActivitiesByHour = async (
  ctx: RequestContext,
  { query }: CallInput<typeof calls.countDeviceActivitiesByHour>,
): Promise<TrailByHour> => {
  const conditionsOf = await deviceConditions(ctx)
  return countByHour(ctx, deviceTrail.table, query, conditionsOf(query.filter ?? {}))
}

const hourMs = 60 * 60_000

interface Day {
  from: string
  hours: number
}

type Counted = Omit<HourOfTrail, 'from'> & { place: number }

/** Reads the rows once, at most as many as a list counts: the latest ones. An hour begins so many hours after the first. */
const countByHour = async (
  ctx: RequestContext,
  table: typeof userTrail.table | typeof deviceTrail.table,
  { from, hours }: Day,
  conditions: readonly Condition[],
): Promise<TrailByHour> => {
  const begin = Date.parse(spanOfDateParameter(from).from)
  const timeOf = (place: number): string => new Date(begin + place * hourMs).toISOString()
  const where = allOf([
    isEqual('client', ctx.client),
    sql<boolean>`log_id >= ${firstIdOf(timeOf(0))}`,
    sql<boolean>`log_id < ${firstIdOf(timeOf(hours))}`,
    ...conditions,
  ])
  const counts = activityOutcomes.map(
    (outcome) => sql`count(*) filter (where ${outcomes[outcome]})::int as ${sql.ref(outcome)}`,
  )
  const { rows } = await ctx.read(({ db }) =>
    sql<Counted>`select least(greatest(floor(extract(epoch from activity_time - ${timeOf(0)}::timestamptz) / 3600), 0), ${hours - 1})::int
        as place, ${sql.join(counts)}
      from (select activity_time, is_allowed, denial_reason, status_code from ${sql.table(table)} where ${where}
        order by log_id desc limit ${maxCountedRows}) counted
      group by place order by place`.execute(db),
  )
  const items = rows.map(({ place, ...outcome }) => ({ from: timeOf(place), ...outcome }))
  const total = items.reduce((sum, one) => sum + one.done + one.not_done + one.refused + one.not_found, 0)
  return { items, ...(total > limits.maxCounted && { is_capped: true }) }
}
