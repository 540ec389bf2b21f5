import { sql } from 'kysely'
import { allOf, isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { type SequenceGapRow, type ShownGap, shownGaps } from './sequence-gap.ts'

interface Missing {
  gaps: number
  recordings: number
}

/** Devices choose their numbers, so the sum of gaps can exceed the integers that JSON numbers hold exactly. */
const largest = sql`${Number.MAX_SAFE_INTEGER}::bigint`

/** Totals and first gaps of one group in a period, for readers who may see only this group. */
export const gapsOfPeriod = async (
  tx: TenantTransaction,
  { group, from, until, limit }: { group: string; from: string; until: string; limit: number },
): Promise<{ open: Missing; explained: Missing; items: ShownGap[] }> => {
  const { client, db } = tx
  const where = allOf([
    isEqual('client', client),
    isEqual('group', group),
    sql<boolean>`closed_at is null and after_time >= ${from}::timestamptz and after_time < ${until}::timestamptz`,
  ])
  const counted = await sql<Missing & { state: SequenceGapRow['state'] }>`
    select state, count(*) as gaps, least(coalesce(sum(missing), 0), ${largest})::bigint as recordings
    from sequence_gaps where ${where} group by state`.execute(db)
  const { rows } = await sql<SequenceGapRow>`select * from sequence_gaps where ${where}
    order by after_time, gap_reference limit ${limit}`.execute(db)
  const of = (wanted: SequenceGapRow['state']): Missing => {
    const { gaps = 0, recordings = 0 } = counted.rows.find(({ state }) => state === wanted) ?? {}
    return { gaps, recordings }
  }
  return { open: of('open'), explained: of('explained'), items: await shownGaps(tx, rows, [group]) }
}
