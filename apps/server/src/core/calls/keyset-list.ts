import { type ListTotal, limits } from '@holdfast/contract'
import { type Position, readPosition, signPosition } from '../../platform/http/index.ts'
import type { RequestContext } from './request-context.ts'

/** The query of every list (contract, `listQuery`). */
export interface ListRequest<F> {
  filter?: F
  limit?: number
  last_key?: string
  query_result_type?: string
}

export interface Page<Item> {
  items: Item[]
  count: number
  last_key: string | null
  /** Whether the items are rows of texts (`KeysetList.hasTextRows`). */
  has_text_rows?: true
}

export interface KeysetList<F, Row, Item> {
  /** Name of the list. A `last_key` is valid for its own list only. */
  list: string
  /** At most `limit` rows after `position` in the list's order, of those that the caller may see. */
  rows: (filter: Partial<F>, limit: number, position: Position | null) => Promise<Row[]>
  positionOf: (row: Row) => Position
  toItems: (rows: Row[]) => Item[] | Promise<Item[]>
  /**
   * Whether `rows` and `toItems` give rows of texts (`withTextRows`), which reading for a file takes less time. They have a text for
   * each field of an item.
   */
  hasTextRows?: boolean
  /** From counters where there are many rows, otherwise counted up to a limit (`cappedTotal`). */
  total: (filter: Partial<F>) => Promise<number | ListTotal>
}

/** How many rows are counted at most: one more than is reported. */
export const maxCountedRows = limits.maxCounted + 1

/** The total of a list of which at most `maxCountedRows` rows were counted. */
export const cappedTotal = (counted: number): ListTotal =>
  counted < maxCountedRows ? { total: counted } : { total: limits.maxCounted, is_capped: true }

const defaultLimit = 50

/** Answers one keyset page. Page 10,000 costs as much as page 1. */
export const answerPage = async <F extends object, Row, Item>(
  ctx: RequestContext,
  query: Omit<ListRequest<F>, 'query_result_type'>,
  { list, rows, positionOf, toItems, hasTextRows }: Omit<KeysetList<F, Row, Item>, 'total'>,
): Promise<Page<Item>> => {
  const filter: Partial<F> = query.filter ?? {}
  const { keys } = ctx.platform
  const identity = { list, client: ctx.client, filter }
  const limit = query.limit ?? defaultLimit
  const position = query.last_key ? readPosition(keys, identity, query.last_key) : null
  // One row more than requested shows whether there is a next page.
  const found = await rows(filter, limit + 1, position)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const last_key = found.length > limit && last !== undefined ? signPosition(keys, identity, positionOf(last)) : null
  const page = { items: await toItems(shown), count: shown.length, last_key }
  return hasTextRows ? { ...page, has_text_rows: true } : page
}

/** Answers a list: one keyset page, or its total. */
export const answerList = async <F extends object, Row, Item>(
  ctx: RequestContext,
  query: ListRequest<F>,
  { total, ...list }: KeysetList<F, Row, Item>,
): Promise<Page<Item> | ListTotal> => {
  if (query.query_result_type !== 'total') return answerPage(ctx, query, list)
  const counted = await total(query.filter ?? {})
  return typeof counted === 'number' ? { total: counted } : counted
}
