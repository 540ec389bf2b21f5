import { type RawBuilder, sql } from 'kysely'
import type { Position } from '../../../platform/http/index.ts'
import type { PayloadFilter } from './payload-filter.ts'

/** A page of a list of payloads, which is sorted by `date_filter_type` and reference. */
export interface PayloadPage {
  client: string
  filter: PayloadFilter
  sort: 'asc' | 'desc'
  /** Part of the query's text: a plan for an unknown limit would read and sort all rows. */
  limit: number
  position: Position | null
  /** See `isPrefixFrequent`. */
  isPrefixFrequent: boolean
}

type Ref = RawBuilder<unknown>

/** The `order by` of the list. */
export const inOrder = ({ sort }: Pick<PayloadPage, 'sort'>, date: Ref, reference: Ref): RawBuilder<unknown> => {
  const direction = sql.raw(sort)
  return sql`${date} ${direction}, ${reference} ${direction}`
}

/** The condition that a row comes after the position at which the page begins. */
export const afterPosition = (
  { sort, position }: Pick<PayloadPage, 'sort' | 'position'>,
  date: Ref,
  reference: Ref,
): RawBuilder<unknown>[] => {
  if (!position) return []
  const [time, after] = position
  return [sql`(${date}, ${reference}) ${sql.raw(sort === 'asc' ? '>' : '<')} (${time}::timestamptz, ${after}::text)`]
}
