import { maxStatementLines, type StatementContent, silentAfterDays } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { countCarrierMonth } from '../carrier-records/index.ts'
import { gapsOfPeriod } from '../completeness/index.ts'
import { peopleWithFewerDevices } from '../device-users/index.ts'
import { deviceResetsOf, silentDevicesOf } from '../devices/index.ts'
import { countStatesOfPeriod } from '../payloads/index.ts'
import { type NamesToSee, namesIn } from './statement-names.ts'

const dayMs = 24 * 60 * 60 * 1000
const limit = maxStatementLines

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** The first moment after a month of UTC. @param month yyyy-mm */
export const endOfMonth = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Date.UTC(year, number, 1)
}

/** What is known of one group in one month of UTC: from counters, and the first lines of each list. */
export const contentOf = async (
  tx: TenantTransaction,
  { group, month, names }: { group: string; month: string; names: NamesToSee },
): Promise<StatementContent> => {
  const end = endOfMonth(month)
  const period = { group, from: `${month}-01T00:00:00.000Z`, until: new Date(end).toISOString() }
  const { open, explained, items } = await gapsOfPeriod(tx, { ...period, limit })
  const silent_since = dateOf(Math.min(end, tx.now.getTime() - silentAfterDays * dayMs))
  const content = {
    recordings: await countStatesOfPeriod(tx, { group, first: `${month}-01`, last: dateOf(end - dayMs) }),
    open,
    explained,
    gaps: { total: open.gaps + explained.gaps, items: items.map(gapLine) },
    silent_devices: await silentDevicesOf(tx, { group, silent_since, limit }),
    resets: await deviceResetsOf(tx, { ...period, limit }),
    people_with_fewer_devices: await peopleWithFewerDevices(tx, { group, until: period.until, limit }),
    carrier_records: await countCarrierMonth(tx, { group, month }),
  }
  return { ...content, ...(await namesIn(tx, content, names)) }
}

type GapRow = Awaited<ReturnType<typeof gapsOfPeriod>>['items'][number]

const gapLine = (row: GapRow): StatementContent['gaps']['items'][number] => ({
  gap_reference: row.gap_reference,
  device_reference: row.device_reference,
  device_user_reference: row.device_user_reference,
  first_missing: row.first_missing,
  last_missing: row.last_missing,
  missing: row.missing,
  before_time: row.before_time,
  after_time: row.after_time,
  state: row.state,
  reason: row.reason,
  explanation: row.explanation,
  explained_by: row.explained_by,
  explained_at: row.explained_at,
})
