import type { Visibility } from '@holdfast/access'
import { type ListTotal, limits, type PayloadType, type PayloadTypeCounts, payloadTypes } from '@holdfast/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { type PayloadFilter, periodConditions, rowConditions, withDefaults } from '../lists/payload-filter.ts'
import { payloadKeysQuery } from '../lists/payload-page-query.ts'
import type { CountedDays } from './count-days.ts'

/** The filters that find what needs a look. Damage is looked at whatever the time of the recording. */
const exceptionsSince = (date_from: string) =>
  ({
    failed: { payload_states: ['Failed'], date_from },
    quarantined: { payload_states: ['Quarantined'], date_from },
    late: { is_late: true, is_deleted: false, date_from },
    damaged: { is_damaged: true, is_deleted: false },
  }) as const satisfies Record<string, Partial<PayloadFilter>>

/**
 * What a person may see of the payload types, in the order of the contract.
 * @param since the date from which most exceptions are counted
 */
export const countPayloadTypes = async (
  tx: TenantTransaction,
  visible: readonly Visibility[],
  { byType }: CountedDays,
  since: string,
): Promise<PayloadTypeCounts[]> => {
  const exceptions = exceptionsSince(since)
  const counts: PayloadTypeCounts[] = []
  for (const scope of visible) {
    const last = await lastTimes(tx, scope)
    const failed = await countByType(tx, scope, exceptions.failed)
    const quarantined = await countByType(tx, scope, exceptions.quarantined)
    const late = await countByType(tx, scope, exceptions.late)
    const damaged = await countByType(tx, scope, exceptions.damaged)
    for (const payload_type of scope.payload_types) {
      counts.push({
        payload_type,
        days: [...(byType.get(payload_type) ?? [])],
        last: last.get(payload_type) ?? null,
        failed: failed(payload_type),
        quarantined: quarantined(payload_type),
        late: late(payload_type),
        damaged: damaged(payload_type),
      })
    }
  }
  return counts.sort((a, b) => payloadTypes.indexOf(a.payload_type) - payloadTypes.indexOf(b.payload_type))
}

const newest = { sort: 'desc', position: null, isPrefixFrequent: false } as const

/** The time of the latest recording of each type, from the index of that type's list. */
const lastTimes = async (
  tx: TenantTransaction,
  { payload_types, groups }: Visibility,
): Promise<ReadonlyMap<PayloadType, string>> => {
  const each = payload_types.flatMap((type) => {
    const page = { ...newest, client: tx.client, filter: withDefaults({ payload_types: [type] }), limit: 1 }
    const keys = payloadKeysQuery(page, [{ payload_types: [type], groups }])
    return keys ? [sql`select ${type}::text as payload_type, latest.payload_time from (${keys}) latest`] : []
  })
  if (each.length === 0) return new Map()
  const latest = await sql<{ payload_type: PayloadType; payload_time: string }>`${sql.join(
    each,
    sql` union all `,
  )}`.execute(tx.db)
  return new Map(latest.rows.map(({ payload_type, payload_time }) => [payload_type, payload_time]))
}

/** The condition of the partial index by state. */
const rareState = sql`p.payload_state <> 'Processed'`

/**
 * How many recordings of each type a filter finds. At most `most` of all types are counted: with more of them, each number is a
 * lower limit. They are in no order, so that the small index of the filter is the cheapest way, whatever PostgreSQL estimates.
 */
export const countByType = async (
  tx: TenantTransaction,
  { payload_types, groups }: Visibility,
  wanted: Partial<PayloadFilter>,
  most: number = limits.maxCounted,
): Promise<(type: PayloadType) => ListTotal> => {
  const filter = withDefaults(wanted)
  const where = [
    sql`p.client = ${tx.client}`,
    sql`p.payload_type = any(${payload_types}::text[])`,
    ...(groups === 'all' ? [] : [sql`p."group" = any(${groups}::text[])`]),
    ...(filter.payload_states ? [rareState] : []),
    ...rowConditions(filter, tx.client),
    ...periodConditions(filter, 'p'),
  ]
  const { rows } = await sql<{ payload_type: PayloadType; total: number }>`
    select payload_type, count(*) as total
    from (select p.payload_type from payloads p where ${sql.join(where, sql` and `)} limit ${most + 1}) found
    group by payload_type`.execute(tx.db)
  const is_capped = rows.reduce((sum, { total }) => sum + total, 0) > most
  const totals = new Map(rows.map(({ payload_type, total }) => [payload_type, total]))
  return (type) => ({ total: totals.get(type) ?? 0, ...(is_capped && { is_capped }) })
}
