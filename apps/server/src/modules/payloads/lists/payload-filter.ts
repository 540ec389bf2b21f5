import {
  type Direction,
  type PayloadDateFilterType,
  type PayloadQuery,
  type PayloadState,
  type PayloadType,
  spanOfDateParameter,
} from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import { isInMatter } from '../../legal-holds/index.ts'

/** The filter of a list of payloads, with its defaults. A search adds its `text` (modules/payload-search). */
export type PayloadFilter = Omit<NonNullable<PayloadQuery['filter']>, 'text'> & {
  date_filter_type: PayloadDateFilterType
  /** What numbers with `number_prefix` begin with, where that takes a look at the account's numbers (`withSpellings`). */
  number_starts?: readonly string[]
  /** A further period, for what is read in the order of another date. */
  period?: Pick<PayloadFilter, 'date_filter_type' | 'date_from' | 'date_to'>
  /** When it arrived, where the list is in the order of another time. */
  arrived?: Arrival
}

/** Recordings processed after a moment and until another one; calls that were not recorded are never processed, and count as registered. */
export interface Arrival {
  after: Date | null
  until: Date
}

/**
 * A filter with its defaults, and with the types and states that follow from others: without them, a page of inbound
 * photos would read every photo to find none.
 */
export const withDefaults = (filter: NonNullable<PayloadQuery['filter']>): PayloadFilter => {
  const { directions, failures, payload_types, is_deleted, date_filter_type = 'payload_time' } = filter
  const payload_states = is_deleted ? within<PayloadState>(['Deleted'], filter.payload_states) : filter.payload_states
  return {
    ...filter,
    date_filter_type,
    ...(directions && { payload_types: within(typesWith(directions), payload_types) }),
    ...(payload_states && { payload_states }),
    ...(failures && { payload_states: within(statesWithFailure, payload_states) }),
  }
}

const within = <T>(possible: readonly T[], wanted: readonly T[] | undefined): T[] =>
  possible.filter((value) => wanted?.includes(value) ?? true)

const copiedTypes: readonly PayloadType[] = ['MMS', 'RCS']
const directedTypes: readonly PayloadType[] = ['AbortedCall', 'BlockedCall', 'Call', 'SMS', ...copiedTypes]
const statesWithFailure: readonly PayloadState[] = ['Failed', 'Quarantined']

const typesWith = (directions: readonly Direction[]): readonly PayloadType[] =>
  directions.some((direction) => direction !== 'CC') ? directedTypes : copiedTypes

type Condition = RawBuilder<unknown>

const anyOf = (column: string, values: readonly string[] | undefined): Condition[] =>
  values ? [sql`p.${sql.ref(column)} = any(${values}::text[])`] : []

/** Written like the conditions of the partial indexes. */
const flag = (column: string, value: boolean | undefined): Condition[] => {
  if (value === undefined) return []
  return [value ? sql`p.${sql.ref(column)}` : sql`not p.${sql.ref(column)}`]
}

/** Must equal the condition of its partial index. */
const isUnusual: Condition = sql`p.unusual <> '{}'`
const isCopiedIn: Condition = sql`p.direction = 'CC'`
/** Must equal the condition of its partial index. */
const isDamaged: Condition = sql`p.damaged_at is not null`

/** Must equal the condition of its partial index. */
const isReviewed: Condition = sql`p.reviewed_at is not null`

const isNotDeleted: Condition = sql`p.payload_state <> 'Deleted'`

const reviewConditions = (filter: PayloadFilter): Condition[] => {
  const { is_reviewed, dispositions, reviewed_by, reviewed_from, reviewed_to } = filter
  const isOfReview = [dispositions, reviewed_by, reviewed_from, reviewed_to].some((one) => one !== undefined)
  return [
    ...(is_reviewed === false ? [sql`p.reviewed_at is null`] : []),
    ...(is_reviewed || isOfReview ? [isReviewed] : []),
    ...anyOf('disposition', dispositions),
    ...anyOf('reviewed_by', reviewed_by),
    ...(reviewed_from ? [sql`p.reviewed_at >= ${spanOfDateParameter(reviewed_from).from}::timestamptz`] : []),
    ...(reviewed_to ? [sql`p.reviewed_at < ${spanOfDateParameter(reviewed_to).until}::timestamptz`] : []),
  ]
}

const directionConditions = (directions: PayloadFilter['directions']): Condition[] =>
  directions?.every((direction) => direction === 'CC') ? [isCopiedIn] : anyOf('direction', directions)

const arrivalConditions = ({ arrived, date_filter_type }: PayloadFilter): Condition[] => {
  if (!arrived) return []
  const column = sql.ref(date_filter_type === 'processed_at' ? 'p.processed_at' : 'p.registered_at')
  return [
    sql`${column} <= ${arrived.until.toISOString()}::timestamptz`,
    ...(arrived.after ? [sql`${column} > ${arrived.after.toISOString()}::timestamptz`] : []),
  ]
}

/** The conditions for a row of `payloads p` besides its type, group, numbers and time. */
export const rowConditions = (filter: PayloadFilter, client: string): Condition[] => [
  ...arrivalConditions(filter),
  ...anyOf('device_reference', filter.device_references),
  ...anyOf('device_user_reference', filter.device_user_references),
  ...anyOf('payload_state', filter.payload_states),
  ...(filter.is_deleted === false ? [isNotDeleted] : []),
  ...anyOf('payload_reference', filter.payload_references),
  ...anyOf('failure', filter.failures),
  ...directionConditions(filter.directions),
  ...flag('is_late', filter.is_late),
  ...flag('is_personal_number', filter.is_personal_number),
  ...flag('is_legacy', filter.is_legacy),
  ...(filter.legacy_reference === undefined ? [] : [sql`p.legacy_reference = ${filter.legacy_reference}`]),
  ...flag('is_commented', filter.is_commented),
  ...reviewConditions(filter),
  ...(filter.matter_reference === undefined ? [] : [isInMatter(client, filter.matter_reference)]),
  ...(filter.period ? periodConditions(filter.period, 'p') : []),
  ...(filter.is_unusual === undefined ? [] : [filter.is_unusual ? isUnusual : sql`p.unusual = '{}'`]),
  ...(filter.is_damaged === undefined ? [] : [filter.is_damaged ? isDamaged : sql`p.damaged_at is null`]),
]

/** The conditions for the time of a row, whose column is in this table. */
export const periodConditions = (
  { date_filter_type, date_from, date_to }: NonNullable<PayloadFilter['period']>,
  table: 'p' | 'n' | 'w',
): Condition[] => {
  const date = sql.ref(`${table}.${date_filter_type}`)
  return [
    ...(date_from ? [sql`${date} >= ${spanOfDateParameter(date_from).from}::timestamptz`] : []),
    ...(date_to ? [sql`${date} < ${spanOfDateParameter(date_to).until}::timestamptz`] : []),
    // The index for this order is partial: it has only processed payloads.
    ...(date_filter_type === 'processed_at' ? [sql`${date} is not null`] : []),
  ]
}
