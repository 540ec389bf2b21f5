import type { PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { allDays } from './payload-counters.ts'

/** How many payloads of one UTC day have a state. */
export interface StateOfDay {
  day: string
  payload_state: PayloadState
  payloads: number
}

interface Days {
  groups: readonly string[]
  /** yyyy-mm-dd, both included. */
  first: string
  last: string
}

/** Counts the payloads of groups by day and state, from the counters. */
export const countStatesByDay = async (
  { client, db }: TenantTransaction,
  { groups, first, last }: Days,
): Promise<StateOfDay[]> => {
  const { rows } = await sql<StateOfDay>`
    select day::text as day, payload_state, sum(payloads)::bigint as payloads from payload_counters
    where client = ${client} and "group" = any(${groups}::text[]) and day >= ${first} and day <= ${last}
    group by day, payload_state`.execute(db)
  return rows
}

/** More payloads of one device or person than these are not counted. */
const maxCounted = 20_000

/** Counts the payloads of one device or person by day and state, the latest of them in their index by time. */
export const countStatesByDayOf = async (
  { client, db }: TenantTransaction,
  of: { column: 'device_reference' | 'device_user_reference'; reference: string },
  { groups, first, last }: Days,
): Promise<{ states: StateOfDay[]; is_capped: boolean }> => {
  const { rows } = await sql<StateOfDay & { read: number }>`
    with latest as (
      select payload_time, payload_state, "group" from payloads
      where client = ${client} and ${sql.ref(of.column)} = ${of.reference}
        and payload_time >= ${`${first}T00:00:00.000Z`}::timestamptz and payload_time <= ${`${last}T23:59:59.999Z`}::timestamptz
      order by payload_time desc limit ${maxCounted + 1})
    select (payload_time at time zone 'UTC')::date::text as day, payload_state, count(*) as payloads,
      (select count(*) from latest) as read
    from latest where "group" = any(${groups}::text[])
    group by 1, 2`.execute(db)
  return {
    states: rows.map(({ read: _, ...row }) => row),
    is_capped: rows.some(({ read }) => read > maxCounted),
  }
}

interface StateOfType {
  payload_type: PayloadType
  payload_state: PayloadState
  total: number
}

/** Counts the payloads of groups that are in these states now, by type, from the counters of all days. */
export const countStatesByType = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
  states: readonly PayloadState[],
): Promise<StateOfType[]> => {
  const { rows } = await sql<StateOfType>`
    select payload_type, payload_state, sum(payloads)::bigint as total from payload_counters
    where client = ${client} and "group" = any(${groups}::text[]) and day = ${allDays}
      and payload_state = any(${states}::text[])
    group by payload_type, payload_state having sum(payloads) > 0`.execute(db)
  return rows
}

/** Counts the payloads of one group in a period by type and state, from the counters by day. */
export const countStatesOfPeriod = async (
  { client, db }: TenantTransaction,
  { group, first, last }: { group: string; first: string; last: string },
): Promise<StateOfType[]> => {
  const { rows } = await sql<StateOfType>`
    select payload_type, payload_state, sum(payloads)::bigint as total from payload_counters
    where client = ${client} and "group" = ${group} and day >= ${first} and day <= ${last}
    group by payload_type, payload_state having sum(payloads) > 0
    order by payload_type, payload_state`.execute(db)
  return rows
}
