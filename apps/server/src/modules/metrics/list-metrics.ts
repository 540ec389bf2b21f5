import type { CallInput, calls, DevicePayloadMetric, DevicePayloadsMetricScope } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import type { Condition } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { type MetricFilter, metricRows } from './metric-rows.ts'

type Row = Omit<DevicePayloadMetric, 'client'>

/**
 * `GET /metrics/{scope}`: by device and type, then by period, the newest first. This is the order of the counters' key, so that a page
 * reads no more of them than it shows.
 */
export const listMetrics = async (ctx: RequestContext, { params, query }: CallInput<typeof calls.listMetrics>) => {
  const { client } = ctx
  const { scope } = params
  const visible = await ctx.groupsFor('telemetry:read')
  const measured = (filter: Partial<MetricFilter>, more: readonly Condition[] = []) =>
    metricRows({ client, scope, visible }, filter, more)
  return answerList<MetricFilter, Row, DevicePayloadMetric>(ctx, query, {
    list: `metrics ${scope}`,
    rows: (filter, limit, position) =>
      ctx.read(async ({ db }) => {
        const page = sql<Row>`select device_reference, payload_type, period::text as period,
            coalesce(array_agg(distinct device_user_reference) filter (where device_user_reference <> ''), '{}')
              as device_user_references,
            min(first_occurrence) as first_occurrence, max(last_occurrence) as last_occurrence,
            sum(payloads)::bigint as count, max(updated_at) as updated_at
          from ${measured(filter, after(scope, position))}
          group by device_reference, payload_type, measured.period
          order by device_reference, payload_type, measured.period desc limit ${limit}`
        return (await page.execute(db)).rows
      }),
    positionOf: ({ device_reference, payload_type, period }) => [device_reference, payload_type, period ?? ''],
    toItems: (rows) => rows.map((row) => ({ client, ...row })),
    total: (filter) =>
      ctx.read(async ({ db }) => {
        const counted = sql<{ total: number }>`select count(*) as total from (select from ${measured(filter)}
          group by device_reference, payload_type, measured.period limit ${maxCountedRows}) counted`
        return cappedTotal((await counted.execute(db)).rows[0]?.total ?? 0)
      }),
  })
}

/** Periods of one device and type follow from the newest to the earliest; each consists of the days before the one that was shown. */
const after = (scope: DevicePayloadsMetricScope, position: Position | null): Condition[] => {
  if (!position) return []
  const [device_reference, payload_type, period] = position
  const key = sql`(device_reference, payload_type)`
  const shown = sql`(${device_reference}, ${payload_type})`
  if (scope === 'Summary') return [sql<boolean>`${key} > ${shown}`]
  return [sql<boolean>`${key} >= ${shown}`, sql<boolean>`(${key} > ${shown} or day < ${period}::date)`]
}
