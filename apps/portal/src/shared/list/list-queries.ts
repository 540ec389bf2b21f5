import { type CallDeclaration, type CallInput, type CallResponse, type ListTotal, limits } from '@holdfast/contract'
import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { isReadAgain } from '../api/read-again.ts'
import type { MessageId } from '../i18n/text.ts'
import type { Prefetch, ScreenRequest } from '../screens/page-module.ts'
import { type FilterField, filterOfCall, pageRowsOf } from './filter-fields.ts'
import { anySearch, type FilterValues, isViewAlone, type ListSearch, type Sort, sortOf } from './list-search.ts'
import { datesOfCall, type Period } from './period.ts'
import { isReturning } from './returning.ts'
import { type Addressed, unknownIn } from './unknown-filter.ts'

/** How long rows are cached for somebody who opens one and comes back. */
const keptMs = 60 * 60_000
const rowsOfPage = 50

/** The row type of a list call. Its response is a page or a total. */
export type ItemOf<C extends CallDeclaration> =
  CallResponse<C> extends infer Answer ? (Answer extends { items: readonly (infer Item)[] } ? Item : never) : never

/** A page of a list, as its call answers. */
export type PageOf<C extends CallDeclaration> =
  CallResponse<C> extends infer Answer ? (Answer extends { items: readonly unknown[] } ? Answer : never) : never

export interface PageAnswer<Item> {
  items: readonly Item[]
  last_key: string | null
}

/** A time of the rows, by which a list can be sorted and to which its period can refer. */
export interface ListDate {
  /** The name in the call's `date_filter_type`. */
  name: string
  label: MessageId
}

/** What a list screen reads, apart from the person's filters. */
export interface ListSource<C extends CallDeclaration> extends Pick<Addressed, 'ownFilters'> {
  call: C
  params?: CallInput<C>['params'] | undefined
  /** The screen's own filter, such as the payload types of Calls. The person's filters can narrow it. */
  defaultFilter?: Readonly<Record<string, unknown>>
  fields: readonly FilterField[]
  hasPeriod?: boolean
  /** The period without a choice, of calls that never answer of all time. */
  usualPeriod?: Period
  /** The list's own date first. Without dates, the list has only its own order. */
  dates?: readonly ListDate[]
}

export interface ListRequest<C extends CallDeclaration> {
  call: C
  params?: CallInput<C>['params'] | undefined
  filter: Readonly<Record<string, unknown>>
  sort?: Sort['direction'] | undefined
  pageRows?: number
  /** Back shows the same rows at the same place. */
  isKept?: boolean
  /** Which pages the portal reads without being asked; none if absent. */
  portalReads?: 'first_page' | 'all_pages'
}

/** The order of a list: that of its address, or its own date, latest first. Undefined if the list has no dates. */
export const orderOf = ({ dates = [] }: Pick<ListSource<CallDeclaration>, 'dates'>, sort: string | undefined) => {
  const [own] = dates
  const names = dates.map(({ name }) => name)
  return sortOf(sort, names) ?? (own && ({ by: own.name, direction: 'desc' } satisfies Sort))
}

/** The request of a list screen with the filters and the order of its address. */
export const requestOf = <C extends CallDeclaration>(
  source: ListSource<C>,
  { filter = {}, sort }: ListSearch,
): ListRequest<C> => {
  const order = orderOf(source, sort)
  const pageRows = pageRowsOf(filter, source.fields)
  return {
    call: source.call,
    params: source.params,
    filter: {
      ...source.defaultFilter,
      ...(source.hasPeriod ? datesOfCall(filter, new Date()) : {}),
      // An hour of the period, which takes its place.
      ...filterOfCall(filter, source.fields),
      ...(order && order.by !== source.dates?.[0]?.name ? { date_filter_type: order.by } : {}),
    },
    sort: order?.direction === 'asc' ? 'asc' : undefined,
    ...(pageRows && { pageRows }),
    isKept: true,
  }
}

/** Filters differ by call; the caller names their fields from the same contract. */
const ask = <C extends CallDeclaration>(
  { call, params, filter, portalReads }: ListRequest<C>,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> => {
  const isPortalRead = portalReads === 'all_pages' || (portalReads === 'first_page' && query.last_key === undefined)
  const input = { ...(params ? { params } : {}), query: { filter, ...query }, isPortalRead, signal }
  return readApi(call, input as Parameters<typeof readApi<C>>[1])
}

export const countRows = <C extends CallDeclaration>(request: ListRequest<C>, signal: AbortSignal) =>
  ask(request, { query_result_type: 'total' }, signal) as Promise<ListTotal>

const pageQuery = (
  { sort, pageRows = rowsOfPage }: Pick<ListRequest<CallDeclaration>, 'sort' | 'pageRows'>,
  lastKey: string | null,
) => ({
  limit: pageRows,
  ...(sort && { sort }),
  ...(lastKey && { last_key: lastKey }),
})

/** Reads the page of a list that follows this key. */
export const readPageAfter = <C extends CallDeclaration>(request: ListRequest<C>, lastKey: string) =>
  ask(request, pageQuery(request, lastKey), new AbortController().signal) as Promise<PageAnswer<ItemOf<C>>>

/** Reads the first rows of a list, in its order, up to `most`. */
export const readFirstRows = async <C extends CallDeclaration>(
  request: ListRequest<C>,
  most: number,
): Promise<ItemOf<C>[]> => {
  const { signal } = new AbortController()
  const rows: ItemOf<C>[] = []
  let last_key: string | null = null
  do {
    const query: Record<string, unknown> = {
      limit: limits.maxPageRows,
      ...(request.sort && { sort: request.sort }),
      ...(last_key && { last_key }),
    }
    const page = (await ask(request, query, signal)) as PageAnswer<ItemOf<C>>
    rows.push(...page.items)
    last_key = page.last_key
  } while (last_key !== null && rows.length < most)
  return rows.slice(0, most)
}

/** The queries of a list: its pages, and the total. */
export const listQueries = <C extends CallDeclaration>(request: ListRequest<C>) => {
  const { call, params, filter, sort, pageRows = rowsOfPage, isKept = false } = request
  const { client, support } = session.state()
  const key = [call.catalogue, call.path, client, support?.requestReference ?? null, params ?? null, filter]
  const kept = isKept ? { refetchOnMount: () => !isReturning(), gcTime: keptMs } : {}
  // The trail's list hides these reads: nobody asked for them.
  const askedNow = (queryKey: QueryKey): ListRequest<C> =>
    isReadAgain(queryKey) ? { ...request, portalReads: 'all_pages' } : request
  return {
    pages: infiniteQueryOptions({
      queryKey: ['list', ...key, sort ?? null, pageRows],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, queryKey, signal }) =>
        ask(askedNow(queryKey), pageQuery(request, pageParam), signal) as Promise<PageAnswer<ItemOf<C>>>,
      getNextPageParam: (page) => page.last_key,
      ...kept,
    }),
    total: queryOptions({
      queryKey: ['total', ...key],
      queryFn: ({ queryKey, signal }) => countRows(askedNow(queryKey), signal),
      ...kept,
    }),
  }
}

/** The rows of a call that lists have read in this account and are still kept, those of the list that was read last at the end. */
export const loadedRows = <C extends CallDeclaration>({ catalogue, path }: C): ItemOf<C>[] => {
  const { client, support } = session.state()
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['list', catalogue, path, client, support?.requestReference ?? null] })
    .toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data as InfiniteData<PageAnswer<ItemOf<C>>> | undefined)?.pages ?? [])
    .flatMap(({ items }) => items)
}

/** Prefetches the first page of a list screen, with the filters of its address. */
export const prefetchList =
  <C extends CallDeclaration>(sourceOf: (request: ScreenRequest, filter: FilterValues) => ListSource<C>): Prefetch =>
  (request) => {
    const search = anySearch(request.search)
    // The list will have the filters of the view.
    if (isViewAlone(search)) return
    const source = sourceOf(request, search.filter ?? {})
    // The screen says so and reads nothing.
    if (unknownIn(search.filter ?? {}, source).length > 0) return
    void queryClient.prefetchInfiniteQuery(listQueries(requestOf(source, search)).pages)
  }
