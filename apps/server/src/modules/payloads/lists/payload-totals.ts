import type { Visibility } from '@holdfast/access'
import type { ListTotal } from '@holdfast/contract'
import { sql } from 'kysely'
import { cappedTotal, maxCountedRows } from '../../../core/calls/index.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { allDays } from '../counts/payload-counters.ts'
import type { PayloadFilter } from './payload-filter.ts'
import { isPrefixFrequent } from './payload-number-query.ts'
import { payloadKeysQuery } from './payload-page-query.ts'

const dayOf = (date: string): string => date.slice(0, 'yyyy-mm-dd'.length)

/** Whether a period that begins or ends with this date is one of whole UTC days. A time of day includes its second. */
const beginsDay = (date_from = ''): boolean => date_from === dayOf(date_from) || date_from.endsWith('-000000')
const endsDay = (date_to = ''): boolean => date_to === dayOf(date_to) || date_to.endsWith('-235959')

/** Whether the counters can answer the filter. They exist per group, type, state and day. */
const isCounted = ({ date_from, date_to, date_filter_type, ...filter }: PayloadFilter): boolean =>
  date_filter_type === 'payload_time' &&
  beginsDay(date_from) &&
  endsDay(date_to) &&
  Object.entries(filter).every(
    ([name, value]) =>
      value === undefined || ['payload_types', 'payload_states', 'groups', 'is_deleted'].includes(name),
  )

/**
 * The number of payloads in a list. Read from the counters if the filter has only groups, types, states and whole
 * days; otherwise counted with the list's own query, up to 10,000.
 */
export const totalOfPayloads = async (
  tx: TenantTransaction,
  filter: PayloadFilter,
  visible: readonly Visibility[],
): Promise<number | ListTotal> => {
  if (isCounted(filter)) return totalFromCounters(tx, filter, visible)
  const all = { client: tx.client, filter, sort: 'desc', limit: maxCountedRows, position: null } as const
  const rows = payloadKeysQuery({ ...all, isPrefixFrequent: await isPrefixFrequent(tx, filter, visible) }, visible)
  if (!rows) return 0
  const counted = await sql<{ total: number }>`select count(*) as total from (${rows}) counted`.execute(tx.db)
  return cappedTotal(counted.rows[0]?.total ?? 0)
}

const totalFromCounters = async (
  tx: TenantTransaction,
  filter: PayloadFilter,
  visible: readonly Visibility[],
): Promise<number> => {
  let total = 0
  for (const { payload_types, groups } of visible) {
    const wanted = filter.groups
    const seen = groups === 'all' ? wanted : wanted ? groups.filter((group) => wanted.includes(group)) : groups
    const row = await tx.db
      .selectFrom('payload_counters')
      .select((eb) => eb.fn.sum<number | null>('payloads').as('total'))
      .where('client', '=', tx.client)
      .where('payload_type', 'in', payload_types)
      .$if(seen !== undefined, (query) => query.where(sql<boolean>`"group" = any(${seen}::text[])`))
      .$if(filter.payload_states !== undefined, (query) =>
        query.where(sql<boolean>`payload_state = any(${filter.payload_states ?? []}::text[])`),
      )
      .$if(filter.is_deleted === false, (query) => query.where('payload_state', '<>', 'Deleted'))
      .$call((query) => {
        const { date_from, date_to } = filter
        if (!date_from && !date_to) return query.where('day', '=', allDays)
        return query
          .where('day', '>=', dayOf(date_from ?? '0001-01-01'))
          .where('day', '<=', dayOf(date_to ?? '9999-12-31'))
      })
      .executeTakeFirst()
    total += Number(row?.total ?? 0)
  }
  return total
}
