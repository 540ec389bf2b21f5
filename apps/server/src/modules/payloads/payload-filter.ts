import { type PayloadDateFilterType, type PayloadQuery, spanOfDateParameter } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'

/** The filter of a list of payloads, with its defaults. */
export type PayloadFilter = NonNullable<PayloadQuery['filter']> & { date_filter_type: PayloadDateFilterType }

export const withDefaults = (filter: NonNullable<PayloadQuery['filter']>): PayloadFilter => ({
  ...filter,
  date_filter_type: filter.date_filter_type ?? 'payload_time',
})

type Condition = RawBuilder<unknown>

const anyOf = (column: string, values: readonly string[] | undefined): Condition[] =>
  values ? [sql`p.${sql.ref(column)} = any(${values}::text[])`] : []

const flag = (column: string, value: boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql`p.${sql.ref(column)} = ${value}`]

/** Must equal the condition of its partial index. */
const isUnusual: Condition = sql`p.unusual <> '{}'`

/** The conditions for a row, whichever index it is found by. */
export const rowConditions = (filter: PayloadFilter): Condition[] => {
  const date = sql.ref(`p.${filter.date_filter_type}`)
  return [
    ...anyOf('device_reference', filter.device_references),
    ...anyOf('device_user_reference', filter.device_user_references),
    ...anyOf('payload_state', filter.payload_states),
    ...flag('is_late', filter.is_late),
    ...flag('is_personal_number', filter.is_personal_number),
    ...flag('is_legacy', filter.is_legacy),
    ...(filter.is_unusual === undefined ? [] : [filter.is_unusual ? isUnusual : sql`p.unusual = '{}'`]),
    ...(filter.date_from ? [sql`${date} >= ${spanOfDateParameter(filter.date_from).from}::timestamptz`] : []),
    ...(filter.date_to ? [sql`${date} < ${spanOfDateParameter(filter.date_to).until}::timestamptz`] : []),
    // The index for this order is partial: it has only processed payloads.
    ...(filter.date_filter_type === 'processed_at' ? [sql`p.processed_at is not null`] : []),
  ]
}
