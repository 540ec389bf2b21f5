import type { PayloadState, PayloadType } from '@holdfast/contract'
import { type RawBuilder, sql } from 'kysely'
import type { PayloadRow, TenantTransaction } from '../../../platform/database/index.ts'
import { allDays } from '../counts/payload-counters.ts'

const columns = [
  'payload_reference',
  'payload_type',
  'payload_state',
  'group',
  'device_user_reference',
  'is_legacy',
  'is_personal_number',
  'size',
  'payload_time',
  'registered_at',
  'processed_at',
  'transferred_at',
  'receipt_confirmed_at',
] as const

/** The facts of a recording from which follows how long it is kept. */
export type AgedPayload = Pick<PayloadRow, (typeof columns)[number]>

interface AgePage {
  payload_type: PayloadType
  made_until: Date
  /** The last recording of the page before. */
  after: { time: string | null; reference: string } | null
  limit: number
}

/**
 * A page of the recordings of a type in all states, the oldest first. The page counts what it reads and not what somebody looks for,
 * so that many tombstones at the beginning do not make one statement long.
 */
export const payloadsByAge = (
  { db, client }: TenantTransaction,
  { payload_type, made_until, after, limit }: AgePage,
): Promise<AgedPayload[]> =>
  db
    .selectFrom('payloads')
    .select(columns)
    .where('client', '=', client)
    .where('payload_type', '=', payload_type)
    .where('payload_time', '<=', made_until.toISOString())
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(payload_time, payload_reference) > (${after?.time}::timestamptz, ${after?.reference})`),
    )
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(limit)
    .execute()

/** Recordings of a type that claim to be made later than now, the earliest first. */
export const payloadsFromFuture = (
  { db, client, now }: TenantTransaction,
  { payload_type, limit }: Pick<AgePage, 'payload_type' | 'limit'>,
): Promise<AgedPayload[]> =>
  db
    .selectFrom('payloads')
    .select(columns)
    .where('client', '=', client)
    .where('payload_type', '=', payload_type)
    .where('payload_time', '>', now.toISOString())
    .orderBy('payload_time')
    .orderBy('payload_reference')
    .limit(limit)
    .execute()

/** How many recordings of a type in these states were made until the day of a time, by group, from the counters. */
export const countMadeUntil = async (
  { db, client }: TenantTransaction,
  {
    payload_type,
    states,
    made_until,
  }: Pick<AgePage, 'payload_type' | 'made_until'> & { states: readonly PayloadState[] },
): Promise<{ group: string; payloads: number }[]> => {
  const { rows } = await sql<{ group: string; payloads: number }>`
    select "group", sum(payloads)::bigint as payloads from payload_counters
    where client = ${client} and payload_type = ${payload_type} and payload_state = any(${states}::text[])
      and day > ${allDays} and day <= ${made_until.toISOString().slice(0, 10)}
    group by "group" having sum(payloads) > 0`.execute(db)
  return rows
}

/** How many recordings of these groups are in each state, of all types, from the counters. */
export const countStatesOfGroups = async (
  { db, client }: TenantTransaction,
  groups: readonly string[],
): Promise<{ group: string; payload_state: PayloadState; payloads: number }[]> => {
  if (groups.length === 0) return []
  const { rows } = await sql<{ group: string; payload_state: PayloadState; payloads: number }>`
    select "group", payload_state, sum(payloads)::bigint as payloads from payload_counters
    where client = ${client} and "group" = any(${groups}::text[]) and day = ${allDays}
    group by "group", payload_state`.execute(db)
  return rows
}

/** How many recordings of all types and groups are in these states, from the counters. */
export const countInStates = async (
  { db, client }: TenantTransaction,
  states: readonly PayloadState[],
): Promise<number> => {
  const { rows } = await sql<{ payloads: number }>`
    select coalesce(sum(payloads), 0)::bigint as payloads from payload_counters
    where client = ${client} and payload_state = any(${states}::text[]) and day = ${allDays}`.execute(db)
  return rows[0]?.payloads ?? 0
}

/** For queries of other tables: whether a recording is there that was not destroyed. */
export const isRecordingThere = (client: string, payload_reference: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from payloads payload where payload.client = ${client}
    and payload.payload_reference = ${payload_reference} and payload.payload_state <> 'Destroyed')`
