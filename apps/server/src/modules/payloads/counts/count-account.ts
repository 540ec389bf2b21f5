import type { PayloadState, PayloadType } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { allDays } from './payload-counters.ts'

export interface CountOfDay {
  /** yyyy-mm-dd of UTC, or `allDays`. */
  day: string
  payload_type: PayloadType
  payload_state: PayloadState
  payloads: number
}

/** Counts all payloads of the account by type and state, of each day since `first` and of all days. */
export const countAccountByDay = async ({ client, db }: TenantTransaction, first: string): Promise<CountOfDay[]> => {
  const { rows } = await sql<CountOfDay>`
    select day::text as day, payload_type, payload_state, sum(payloads)::bigint as payloads from payload_counters
    where client = ${client} and (day >= ${first} or day = ${allDays})
    group by day, payload_type, payload_state having sum(payloads) <> 0`.execute(db)
  return rows
}

/** More of them than these are not read one by one. */
const maxRead = 10_000

/** When the oldest payload arrived that is not processed yet; `null` without one. With many, the oldest among those made first. */
export const backlogSince = async ({ client, db }: TenantTransaction): Promise<string | null> => {
  const { rows } = await sql<{ since: string | null }>`
    select min(uploaded_at) as since from (
      select uploaded_at from payloads
      where client = ${client} and payload_state = any('{Uploaded,Scanning}'::text[]) and payload_state <> 'Processed'
      order by payload_time limit ${maxRead}
    ) waiting`.execute(db)
  return rows[0]?.since ?? null
}

/** How many recordings are late and have not been uploaded; at most 10,000 are counted. */
export const countLateMissing = async ({ client, db }: TenantTransaction): Promise<number> => {
  // Written like the condition of the partial index.
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from payloads where client = ${client} and is_late and payload_state = 'Recorded' limit ${maxRead}
    ) late`.execute(db)
  return Number(rows[0]?.total ?? 0)
}
