import type { PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import { preparedStatement, type Statement, type TenantTransaction } from '../../platform/database/index.ts'

/** What the metrics keep of a recording that is registered. */
export interface MeasuredPayload {
  group: string
  device_reference: string
  device_user_reference: string | null
  payload_type: PayloadType
  payload_time: Date
  registered_at: Date
}

interface MetricRow {
  device_reference: string
  payload_type: PayloadType
  /** Of UTC. */
  day: string
  group: string
  device_user_reference: string
  payloads: number
  first_occurrence: Date
  last_occurrence: Date
  updated_at: Date
}

const addRows = preparedStatement('add payload metrics', (db, { client, rows }: { client: string; rows: string }) =>
  db
    .insertInto('payload_metrics')
    .columns([
      'client',
      'device_reference',
      'payload_type',
      'day',
      'group',
      'device_user_reference',
      'payloads',
      'first_occurrence',
      'last_occurrence',
      'updated_at',
    ])
    .expression(
      sql`select ${client}::text, device_reference, payload_type, day, "group", device_user_reference, payloads,
          first_occurrence, last_occurrence, updated_at
        from json_populate_recordset(null::payload_metrics, ${rows}::json)`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'device_reference', 'payload_type', 'day', 'group', 'device_user_reference'])
        .doUpdateSet({
          payloads: sql`payload_metrics.payloads + excluded.payloads`,
          first_occurrence: sql`least(payload_metrics.first_occurrence, excluded.first_occurrence)`,
          last_occurrence: sql`greatest(payload_metrics.last_occurrence, excluded.last_occurrence)`,
          updated_at: sql`greatest(payload_metrics.updated_at, excluded.updated_at)`,
        }),
    ),
)

/** The statement that counts recordings as they are registered, in the same transaction. What happens to them later changes no metric. */
export const addMetrics = (
  { client }: Pick<TenantTransaction, 'client'>,
  payloads: readonly MeasuredPayload[],
): Statement => addRows({ client, rows: JSON.stringify(summed(payloads)) })

/** One row per key, sorted, so that two transactions that count the same keys cannot deadlock. */
const summed = (payloads: readonly MeasuredPayload[]): MetricRow[] => {
  const byKey = new Map<string, MetricRow>()
  for (const payload of payloads) {
    const row = rowOf(payload)
    const { device_reference, payload_type, day, group, device_user_reference } = row
    const key = [device_reference, payload_type, day, group, device_user_reference].join('\n')
    byKey.set(key, together(row, byKey.get(key)))
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const rowOf = ({ payload_time, registered_at, device_user_reference, ...payload }: MeasuredPayload): MetricRow => ({
  device_reference: payload.device_reference,
  payload_type: payload.payload_type,
  day: payload_time.toISOString().slice(0, 10),
  group: payload.group,
  device_user_reference: device_user_reference ?? '',
  payloads: 1,
  first_occurrence: payload_time,
  last_occurrence: payload_time,
  updated_at: registered_at,
})

const together = (row: MetricRow, other: MetricRow | undefined): MetricRow => {
  if (!other) return row
  const times = [row, other]
  return {
    ...row,
    payloads: row.payloads + other.payloads,
    first_occurrence: edge(times, 'first_occurrence', Math.min),
    last_occurrence: edge(times, 'last_occurrence', Math.max),
    updated_at: edge(times, 'updated_at', Math.max),
  }
}

type TimeColumn = 'first_occurrence' | 'last_occurrence' | 'updated_at'

const edge = (rows: readonly MetricRow[], column: TimeColumn, of: (...times: number[]) => number): Date =>
  new Date(of(...rows.map((row) => row[column].getTime())))
