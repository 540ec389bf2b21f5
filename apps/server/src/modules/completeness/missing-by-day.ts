import type { ListTotal } from '@holdfast/contract'
import { sql } from 'kysely'
import { cappedTotal, maxCountedRows } from '../../core/calls/index.ts'
import { allOf, isAnyOf, isEqual, type TenantTransaction } from '../../platform/database/index.ts'

export interface MissingOfDay {
  /** The UTC day of the recording after the gap. */
  day: string
  /** Open gaps and their recordings, and recordings of explained gaps. */
  gaps: number
  missing: number
  explained: number
}

/** Devices choose their numbers: gaps of several can be larger together than a number in JSON is exact. */
const largest = sql`${Number.MAX_SAFE_INTEGER}::bigint`

interface Scope {
  groups: readonly string[]
  device_reference?: string | undefined
  device_user_reference?: string | undefined
  first: string
  last: string
}

/** Counts missing recordings by day, from the gaps of the period. */
export const missingByDay = async (
  { client, db }: TenantTransaction,
  { groups, device_reference, device_user_reference, first, last }: Scope,
): Promise<MissingOfDay[]> => {
  const where = allOf([
    isEqual('client', client),
    isAnyOf('group', groups),
    isEqual('device_reference', device_reference),
    isEqual('device_user_reference', device_user_reference),
    sql<boolean>`after_time >= ${`${first}T00:00:00.000Z`}::timestamptz and after_time <= ${`${last}T23:59:59.999Z`}::timestamptz`,
  ])
  const { rows } = await sql<MissingOfDay>`
    select (after_time at time zone 'UTC')::date::text as day, count(*) filter (where state = 'open') as gaps,
      least(coalesce(sum(missing) filter (where state = 'open'), 0), ${largest})::bigint as missing,
      least(coalesce(sum(missing) filter (where state = 'explained'), 0), ${largest})::bigint as explained
    from sequence_gaps where ${where} and closed_at is null group by 1`.execute(db)
  return rows
}

/** The totals of `GET /completeness/gaps` by state, in these groups, and the recordings that are missing without an explanation. */
export const countGaps = async (
  { client, db }: TenantTransaction,
  groups: readonly string[],
): Promise<{ open: ListTotal; explained: ListTotal; missing: number }> => {
  const count = async (state: 'open' | 'explained') => {
    const where = allOf([isEqual('client', client), isAnyOf('group', groups), isEqual('state', state)])
    const counted = await sql<{ total: number; missing: number }>`
      select count(*) as total, least(coalesce(sum(missing), 0), ${largest})::bigint as missing
      from (select missing from sequence_gaps where ${where} and closed_at is null limit ${maxCountedRows}) counted`.execute(
      db,
    )
    return counted.rows[0] ?? { total: 0, missing: 0 }
  }
  const [open, explained] = [await count('open'), await count('explained')]
  return { open: cappedTotal(open.total), explained: cappedTotal(explained.total), missing: open.missing }
}
