import { type ListedPayload, limits, type PayloadQuery } from '@holdfast/contract'
import { maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import { custodyStatement, finish } from '../../platform/database/index.ts'
import { readPosition, signPosition } from '../../platform/http/index.ts'
import { isReasonRequired } from '../account-settings/index.ts'
import {
  hitPayloadsStatement,
  type PayloadFilter,
  type SearchedList,
  withDefaults,
  withSpellings,
  withVisibleReviews,
} from '../payloads/index.ts'
import { parseSearch, type SearchQuery, unreadable } from '../words/index.ts'
import { type ReadHit, readPassages } from './read-passages.ts'
import { planSearch, type SearchPlan } from './search-plan.ts'
import { searchScopes } from './search-scopes.ts'
import { snippetOf } from './snippet.ts'
import { type FoundHits, findHits } from './verified-hits.ts'

/**
 * A list of payloads that is filtered by `text`: a page with snippets, or the number of hits. What one request does is limited;
 * its answer says where it stopped (docs/decisions/0029).
 * @throws ProductError `search.off`, `search.unreadable`, `list.bad_last_key`
 */
export const searchPayloads = async (
  ctx: RequestContext,
  { text, ...request }: PayloadQuery & { text: string },
  narrowing: Partial<PayloadFilter>,
) => {
  const query = parseSearch(text)
  const { sort = 'desc', limit = limits.defaultPageRows } = request
  const filter = withDefaults({ ...request.filter, ...narrowing })
  if (filter.date_filter_type !== 'payload_time') throw unreadable('other_order')
  const list: SearchedList = { client: ctx.client, filter: await withSpellings(ctx, filter), sort }
  const { keys } = ctx.platform
  const identity = { list: `search of payloads, ${sort}`, client: ctx.client, filter: { ...filter, text } }
  const position = request.last_key ? readPosition(keys, identity, request.last_key) : null
  const plan = await planSearch(ctx, query, await searchScopes(ctx, filter), { list, position })
  if (request.query_result_type === 'total') return totalOf(ctx, list, query, plan)
  const found = await findHits(ctx, list, query, plan, { position, wanted: limit })
  const { hits, next } = found
  const items = await itemsOf(ctx, list, query, found)
  return {
    items,
    count: items.length,
    last_key: next && signPosition(keys, identity, next),
    searched_back_to: next && hits.length < limit ? String(next[0]) : null,
    left_out: [...query.leftOut],
    shortened: [...plan.shortened],
    is_index_complete: plan.isIndexComplete,
  }
}

const totalOf = async (ctx: RequestContext, list: SearchedList, query: SearchQuery, plan: SearchPlan) => {
  const { hits, next } = await findHits(ctx, list, query, plan, { position: null, wanted: maxCountedRows })
  const total = Math.min(hits.length, limits.maxCounted)
  ctx.recordFinding('messages.searched', { total })
  return next === null && hits.length === total ? { total } : { total, is_capped: true }
}

const itemsOf = async (
  ctx: RequestContext,
  list: SearchedList,
  query: SearchQuery,
  { hits, read }: FoundHits,
): Promise<ListedPayload[]> => {
  if (hits.length === 0) {
    // The trail says that somebody searched, whether or not anything was found.
    ctx.recordFinding('messages.searched', { payload_references: [] })
    return []
  }
  const references = hits.map(({ payload_reference }) => payload_reference)
  const [payloads, opened, isWithheld] = await Promise.all([
    ctx.readOnce(hitPayloadsStatement(list, references)),
    read ?? readPassages(ctx, hits),
    isReasonRequired(ctx),
  ])
  const passages = isWithheld ? withoutMessages(opened) : opened
  await recordSearch(ctx, references, passages)
  const shown = await withVisibleReviews(ctx, payloads)
  return shown.map((payload) => {
    const read = passages.get(payload.payload_reference)
    return { ...payload, snippet: snippetOf(read?.passages ?? [], query) }
  })
}

/** Without what is opened only with a reason, which lists do not take. Comments are no content. */
const withoutMessages = (passages: ReadonlyMap<string, ReadHit>): ReadonlyMap<string, ReadHit> =>
  new Map(
    [...passages].map(([reference, hit]) => [
      reference,
      { passages: hit.passages.filter(({ place }) => place === 'comment'), isOpened: false },
    ]),
  )

/** One entry on the trail for the page, and one in the chain of custody of each message of which something was shown. */
const recordSearch = async (
  ctx: RequestContext,
  payload_references: readonly string[],
  passages: ReadonlyMap<string, ReadHit>,
): Promise<void> => {
  const { actor } = ctx
  const shown = payload_references
    .filter((reference) => passages.get(reference)?.isOpened)
    .map(
      (payload_reference) =>
        ({ actor, payload_reference, event: 'messages.searched', details: { place: 'list' } }) as const,
    )
  await ctx.transaction(async (tx) => {
    tx.audit('messages.searched', { payload_references })
    return finish(shown.length > 0 ? [custodyStatement(tx, shown)] : [])
  })
}
