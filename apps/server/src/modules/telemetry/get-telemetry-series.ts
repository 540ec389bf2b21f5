import {
  type CallInput,
  type calls,
  maxTelemetryPoints,
  maxTelemetrySeriesDays,
  spanOfDateParameter,
  type TelemetryPoint,
  type TelemetrySeries,
} from '@holdfast/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../core/calls/index.ts'
import { groupsOfReports } from './list-telemetry.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface Bucket extends Omit<TelemetryPoint, 'at'> {
  bucket: number
  storage_total: number | null
  memory_total: number | null
}

/** `GET /devices/{device_reference}/telemetry/series`: the reports of equal stretches of time together. */
export const getTelemetrySeries = async (
  ctx: RequestContext,
  { params: { device_reference }, query }: CallInput<typeof calls.getTelemetrySeries>,
): Promise<TelemetrySeries> => {
  const visible = await groupsOfReports(ctx, device_reference)
  const span = spanOf(query)
  const buckets = await ctx.read(async ({ client, db }) => {
    const { rows } = await sql<Bucket>`
      select floor((extract(epoch from collected_at) * 1000 - ${span.from}::bigint) / ${span.stepMs}::bigint)::integer as bucket,
        count(*)::integer as reports, avg(battery_level_percent) as battery_level_percent, avg(storage_free) as storage_free,
        avg(memory_free) as memory_free, avg(signal_dbm) as signal_dbm, avg(wifi_signal_dbm) as wifi_signal_dbm,
        max(mobile_data) as mobile_data, max(wifi_data) as wifi_data, max(payloads_pending) as payloads_pending,
        max(storage_total) as storage_total, max(memory_total) as memory_total
      from device_telemetry
      where client = ${client} and device_reference = ${device_reference} and "group" = any(${visible}::text[])
        and telemetry_id >= ${isoOf(span.from)} and telemetry_id < ${isoOf(span.until)}
      group by 1 order by 1 limit ${maxTelemetryPoints}`.execute(db)
    return rows
  })
  return {
    client: ctx.client,
    device_reference,
    from: isoOf(span.from),
    until: isoOf(span.until),
    step_minutes: span.stepMs / minuteMs,
    storage_total: buckets.findLast(({ storage_total }) => storage_total !== null)?.storage_total ?? null,
    memory_total: buckets.findLast(({ memory_total }) => memory_total !== null)?.memory_total ?? null,
    points: buckets.map(({ bucket, storage_total: _, memory_total: __, ...figures }) => ({
      at: isoOf(span.from + bucket * span.stepMs),
      ...figures,
    })),
  }
}

/** The time that is asked for, and how long the stretches are into which it is divided: whole minutes. */
const spanOf = ({ date_from, date_to }: CallInput<typeof calls.getTelemetrySeries>['query']) => {
  const until = date_to === undefined ? Date.now() : Date.parse(spanOfDateParameter(date_to).until)
  const asked = Date.parse(spanOfDateParameter(date_from).from)
  const from = Math.min(until, Math.max(asked, until - maxTelemetrySeriesDays * dayMs))
  const stepMs = Math.max(1, Math.ceil((until - from) / maxTelemetryPoints / minuteMs)) * minuteMs
  return { from, until, stepMs }
}

const isoOf = (time: number): string => new Date(time).toISOString()
