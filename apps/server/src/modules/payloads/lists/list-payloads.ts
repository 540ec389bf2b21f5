import type { Visibility } from '@holdfast/access'
import { type Action, type ListTotal, type Payload, type PayloadQuery, payloadTypes } from '@holdfast/contract'
import { answerList, type Page, type RequestContext } from '../../../core/calls/index.ts'
import { finish, type TextRow, withTextRows } from '../../../platform/database/index.ts'
import { mayOpenMatter } from '../../legal-holds/index.ts'
import { withSpellings } from '../numbers/number-spellings.ts'
import { withVisibleReviews } from '../rows/payload-reviews.ts'
import { type PayloadFilter, withDefaults } from './payload-filter.ts'
import { isPrefixFrequent } from './payload-number-query.ts'
import type { PayloadPage } from './payload-order.ts'
import { areRowsReadAtOnce, payloadPageStatement } from './payload-page-query.ts'
import { visibleInBoth } from './payload-scope.ts'
import { totalOfPayloads } from './payload-totals.ts'

/** A payload, or its texts in a list that is read for a file. */
type ListedRow = Payload | TextRow<Payload>

/** `GET /payloads` and the more specific lists: by time, in the groups and of the types that the caller may read. */
export const listPayloadsWith = async (
  ctx: RequestContext,
  query: PayloadQuery,
  narrowing: Partial<PayloadFilter> = {},
) => {
  const { sort = 'desc' } = query
  const filter = withDefaults({ ...query.filter, ...narrowing })
  const searched = await withSpellings(ctx, filter)
  const visible = await visiblePayloads(ctx, filter)
  const page = await answerList<PayloadFilter, ListedRow, ListedRow>(
    ctx,
    { ...query, filter },
    {
      list: sort === 'asc' ? 'payloads, oldest first' : 'payloads',
      rows: (_filter, limit, position) => readPage(ctx, { filter: searched, sort, limit, position }, visible),
      positionOf: (payload) => [payload[filter.date_filter_type], payload.payload_reference],
      toItems: (payloads) => withVisibleReviews(ctx, payloads),
      total: () => ctx.read((tx) => totalOfPayloads(tx, searched, visible)),
      hasTextRows: ctx.isExport,
    },
  )
  // Only exports get texts, and they see it by `has_text_rows`.
  return page as ListTotal | Page<Payload>
}

/**
 * What the caller may see of the types of a filter. Whether a recording has comments, and what came of its review, is known only to
 * those who may read these, and what is in a matter to those who may open it.
 */
export const visiblePayloads = async (ctx: RequestContext, filter: PayloadFilter): Promise<readonly Visibility[]> => {
  const { payload_types: types = payloadTypes, matter_reference } = filter
  if (matter_reference !== undefined && !(await mayOpenMatter(ctx, matter_reference))) return []
  const [readable = [], ...others] = await Promise.all(
    actionsToList(filter).map((action) => ctx.visibility(action, types)),
  )
  return others.reduce<readonly Visibility[]>(visibleInBoth, readable)
}

/** The actions that somebody needs for all that a filter matches, to list it. */
export const actionsToList = ({
  is_commented,
  dispositions,
}: Pick<PayloadFilter, 'is_commented' | 'dispositions'>): readonly Action[] => [
  'payloads:read',
  ...(is_commented === undefined ? [] : (['comments:read'] as const)),
  ...(dispositions === undefined ? [] : (['reviews:read'] as const)),
]

type WantedPage = Pick<PayloadPage, 'filter' | 'sort' | 'limit' | 'position'>

/**
 * Deleted recordings are few, and their state is not in the indexes of the list: a page is first read without that condition, and again
 * with it only if a deleted recording is on it. Where rows are read at once, the condition costs nothing.
 */
const readPage = async (
  ctx: RequestContext,
  page: WantedPage,
  visible: readonly Visibility[],
): Promise<ListedRow[]> => {
  const { is_deleted, ...filter } = page.filter
  if (is_deleted !== false || areRowsReadAtOnce({ ...page, isPrefixFrequent: false }, visible)) {
    return readPageWith(ctx, page, visible)
  }
  const rows = await readPageWith(ctx, { ...page, filter }, visible)
  const hasDeleted = rows.some(({ payload_state }) => payload_state === 'Deleted')
  return hasDeleted ? readPageWith(ctx, page, visible) : rows
}

const readPageWith = (ctx: RequestContext, page: WantedPage, visible: readonly Visibility[]): Promise<ListedRow[]> =>
  ctx.read<ListedRow[]>(async (tx) => {
    const isFrequent = await isPrefixFrequent(tx, page.filter, visible)
    const statement = payloadPageStatement({ ...page, client: tx.client, isPrefixFrequent: isFrequent }, visible)
    if (!statement) return []
    return finish([ctx.isExport ? withTextRows(statement) : statement], (rows) => rows)
  })
