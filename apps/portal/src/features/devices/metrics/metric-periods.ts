import type { DevicePayloadsMetricScope, PayloadType, PeriodMetrics } from '@holdfast/contract'
import { payloadTypes } from '@holdfast/contract'

export interface CountedPeriod {
  /** Its first day, yyyy-mm-dd; `null` in Summary. */
  period: string | null
  /** A number for each of the types. */
  values: readonly number[]
}

export interface PeriodCounts {
  /** Those that were recorded, in the usual order. */
  types: readonly PayloadType[]
  /** Earliest first, also those without recordings, but none after today without any. */
  periods: readonly CountedPeriod[]
}

/** The counts of a chart: every period between the first and the last. */
export const periodCounts = ({ scope, items }: Pick<PeriodMetrics, 'scope' | 'items'>, today: string): PeriodCounts => {
  const types = payloadTypes.filter((type) => items.some(({ payload_type }) => payload_type === type))
  const byPeriod = Map.groupBy(items, ({ period }) => period)
  const periods = scope === 'Summary' ? [...byPeriod.keys()] : allPeriods(scope, [...byPeriod.keys()], today)
  return {
    types,
    periods: periods.map((period) => ({
      period,
      values: types.map((type) => byPeriod.get(period)?.find(({ payload_type }) => payload_type === type)?.count ?? 0),
    })),
  }
}

/** Whether the earliest period of a chart is the one in which counting began, so that earlier recordings may be left out. */
export const beginsWhereCounted = ({
  scope,
  items,
  counted_from,
}: Pick<PeriodMetrics, 'scope' | 'items' | 'counted_from'>): boolean => {
  const [first] = items.flatMap(({ period }) => period ?? []).sort()
  return scope !== 'Summary' && counted_from !== null && first !== undefined && first <= counted_from
}

type Recurring = Exclude<DevicePayloadsMetricScope, 'Summary'>

/** A device with a wrong clock can have recorded in a year to come: the empty periods until then are left out. */
const allPeriods = (scope: Recurring, counted: readonly (string | null)[], today: string): string[] => {
  const known = counted.filter((period) => period !== null).sort()
  const [first] = known
  if (first === undefined) return []
  const last = known.findLast((period) => period <= today) ?? first
  const between: string[] = []
  for (let period = first; period <= last; period = nextPeriod(scope, period)) between.push(period)
  return [...between, ...known.filter((period) => period > last)]
}

const nextPeriod = (scope: Recurring, period: string): string => {
  const [year = 0, month = 1, day = 1] = period.split('-').map(Number)
  const starts: Record<Recurring, number> = {
    Daily: Date.UTC(year, month - 1, day + 1),
    Weekly: Date.UTC(year, month - 1, day + 7),
    Monthly: Date.UTC(year, month, 1),
    Yearly: Date.UTC(year + 1, 0, 1),
  }
  return new Date(starts[scope]).toISOString().slice(0, 10)
}
