import { type CallInput, type calls, maxMetricPeriods, type PeriodMetrics, payloadTypes } from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { daysOf, firstDayOf, metricRows } from './metric-rows.ts'

/** `GET /metrics/{scope}/periods`: the same counters as `GET /metrics/{scope}`, of all devices together. */
export const getPeriodMetrics = async (
  ctx: RequestContext,
  { params, query }: CallInput<typeof calls.getPeriodMetrics>,
): Promise<PeriodMetrics> => {
  const { client } = ctx
  const { scope } = params
  const visible = await ctx.groupsFor('telemetry:read')
  const { from, to } = daysOf(query.filter ?? {})
  const today = new Date().toISOString().slice(0, 10)
  const earliest = firstDayOf(scope, to ?? today, maxMetricPeriods)
  const counted_from = from !== null && (earliest === null || from > earliest) ? from : earliest
  const filter = { ...query.filter, ...(counted_from === null ? {} : { date_from: counted_from }) }
  const items = await ctx.read(async ({ db }) => {
    const counted = sql<PeriodMetrics['items'][number]>`
      select period::text as period, payload_type, sum(payloads)::bigint as count
      from ${metricRows({ client, scope, visible }, filter)}
      group by measured.period, payload_type order by measured.period, payload_type limit ${maxRows}`
    return (await counted.execute(db)).rows
  })
  return { client, scope, counted_from, items }
}

/** Recordings whose time is in the future can add periods. */
const maxRows = 2 * maxMetricPeriods * payloadTypes.length
