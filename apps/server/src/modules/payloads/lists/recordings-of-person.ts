import type { Visibility } from '@holdfast/access'
import { limits, type PayloadState } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { isVisibleIn } from './payload-scope.ts'

/** Recordings with the same numbers. */
export interface RecordingsWithNumbers {
  numbers: string[]
  count: number
  last_time: string
}

/** More recordings of one person are not looked at, so that the time it takes is bounded: the newest ones are. */
const maxRecordings = 20_000

/** The recordings of a device user since a time, of those that the caller may see, by the numbers that they were made with. */
export const recordingsOfPerson = async (
  { client, db }: TenantTransaction,
  visible: readonly Visibility[],
  { device_user_reference, since }: { device_user_reference: string; since: string },
): Promise<{ found: RecordingsWithNumbers[]; is_capped: boolean }> => {
  const { rows } = await sql<RecordingsWithNumbers>`
    select numbers, count(*) as count, max(payload_time) as last_time from (
      select array_remove(numbers[1:${sql.lit(limits.maxFoundParties)}], null) as numbers, payload_time from payloads
      where client = ${client} and device_user_reference = ${device_user_reference}
        and payload_time >= ${since}::timestamptz and ${isVisibleIn(visible)}
      order by payload_time desc, payload_reference desc limit ${sql.lit(maxRecordings)}) recent
    group by numbers`.execute(db)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { found: rows, is_capped: total === maxRecordings }
}

/** How many recordings a device user made, by state, as far as `limit` of them. */
export const countStatesOfPerson = (
  { client, db }: TenantTransaction,
  device_user_reference: string,
  limit: number,
): Promise<{ payload_state: PayloadState; payloads: number }[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('payloads')
        .select('payload_state')
        .where('client', '=', client)
        .where('device_user_reference', '=', device_user_reference)
        .limit(limit)
        .as('recorded'),
    )
    .select((eb) => ['payload_state', eb.fn.countAll<number>().as('payloads')])
    .groupBy('payload_state')
    .execute()
