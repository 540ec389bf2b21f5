import { type CallInput, type calls, type DevicePayloadsMetricScope, spanOfDateParameter } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { allOf, type Condition, isAnyOf, isEqual } from '../../platform/database/index.ts'

export type MetricFilter = NonNullable<CallInput<typeof calls.listMetrics>['query']['filter']>

const dayMs = 24 * 60 * 60 * 1000

/** The first and the last day of UTC that a filter asks for. */
export const daysOf = ({ date_from, date_to }: Partial<MetricFilter>): { from: string | null; to: string | null } => ({
  from: date_from === undefined ? null : spanOfDateParameter(date_from).from.slice(0, 10),
  // The end of a span is the beginning of what follows.
  to:
    date_to === undefined
      ? null
      : new Date(Date.parse(spanOfDateParameter(date_to).until) - 1).toISOString().slice(0, 10),
})

const units = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const

/** The first day of the period that a day of the counters is in. PostgreSQL's weeks are ISO weeks. */
const periodOf = (scope: DevicePayloadsMetricScope): RawBuilder<string | null> =>
  scope === 'Summary' ? sql`null::date` : sql`date_trunc(${sql.lit(units[scope])}, day::timestamp)::date`

/** The counters that a call may read and its filter asks for, with the period of each. */
export const metricRows = (
  { client, scope, visible }: { client: string; scope: DevicePayloadsMetricScope; visible: readonly string[] },
  filter: Partial<MetricFilter>,
  more: readonly Condition[] = [],
): RawBuilder<unknown> => {
  const { from, to } = daysOf(filter)
  const conditions = allOf([
    isEqual('client', client),
    isAnyOf('group', visible),
    isAnyOf('group', filter.groups),
    isAnyOf('device_reference', filter.device_references),
    isAnyOf('device_user_reference', filter.device_user_references),
    isAnyOf('payload_type', filter.payload_types),
    from === null ? undefined : sql<boolean>`day >= ${from}::date`,
    to === null ? undefined : sql<boolean>`day <= ${to}::date`,
    ...more,
  ])
  return sql`(select *, ${periodOf(scope)} as period from payload_metrics where ${conditions}) measured`
}

/** So many periods back from a day: the first day of the earliest one that is counted. `null` in scopes that have few periods. */
export const firstDayOf = (scope: DevicePayloadsMetricScope, to: string, periods: number): string | null => {
  const last = new Date(to)
  const back = periods - 1
  if (scope === 'Daily') return isoDay(last.getTime() - back * dayMs)
  if (scope === 'Weekly') {
    const monday = last.getTime() - ((last.getUTCDay() + 6) % 7) * dayMs
    return isoDay(monday - back * 7 * dayMs)
  }
  if (scope === 'Monthly') return isoDay(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1))
  return null
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
