import type { CallDeclaration, CallInput, CallResponse, ListTotal } from '@holdfast/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { Prefetch, ScreenRequest } from '../screens/page-module.ts'
import { type FilterField, filterOfCall } from './filter-fields.ts'
import { anySearch, type FilterValues } from './list-search.ts'
import { datesOfCall } from './period.ts'
import { isReturning } from './returning.ts'

/** How long rows are cached for somebody who opens one and comes back. */
const keptMs = 60 * 60_000
const rowsOfPage = 50

/** The row type of a list call. Its response is a page or a total. */
export type ItemOf<C extends CallDeclaration> =
  CallResponse<C> extends infer Answer ? (Answer extends { items: readonly (infer Item)[] } ? Item : never) : never

interface PageAnswer<Item> {
  items: readonly Item[]
  last_key: string | null
}

/** What a list screen reads, apart from the person's filters. */
export interface ListSource<C extends CallDeclaration> {
  call: C
  params?: CallInput<C>['params'] | undefined
  /** The screen's own filter, such as the payload types of Calls. The person's filters can narrow it. */
  defaultFilter?: Readonly<Record<string, unknown>>
  fields: readonly FilterField[]
  hasPeriod?: boolean
}

export interface ListRequest<C extends CallDeclaration> {
  call: C
  params?: CallInput<C>['params'] | undefined
  filter: Readonly<Record<string, unknown>>
  pageRows?: number
  /** Back shows the same rows at the same place. */
  isKept?: boolean
}

/** The request of a list screen with the filters of its address. */
export const requestOf = <C extends CallDeclaration>(source: ListSource<C>, filter: FilterValues): ListRequest<C> => ({
  call: source.call,
  params: source.params,
  filter: {
    ...source.defaultFilter,
    ...filterOfCall(filter, source.fields),
    ...(source.hasPeriod ? datesOfCall(filter, new Date()) : {}),
  },
  isKept: true,
})

/** Filters differ by call; the caller names their fields from the same contract. */
const ask = <C extends CallDeclaration>(
  { call, params, filter }: ListRequest<C>,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> =>
  readApi(call, { ...(params ? { params } : {}), query: { filter, ...query }, signal } as Parameters<
    typeof readApi<C>
  >[1])

export const countRows = <C extends CallDeclaration>(request: ListRequest<C>, signal: AbortSignal) =>
  ask(request, { query_result_type: 'total' }, signal) as Promise<ListTotal>

/** The queries of a list: its pages, and the total. */
export const listQueries = <C extends CallDeclaration>(request: ListRequest<C>) => {
  const { call, params, filter, pageRows = rowsOfPage, isKept = false } = request
  const { client, support } = session.state()
  const key = [call.catalogue, call.path, client, support?.requestReference ?? null, params ?? null, filter]
  const kept = isKept ? { refetchOnMount: () => !isReturning(), gcTime: keptMs } : {}
  return {
    pages: infiniteQueryOptions({
      queryKey: ['list', ...key, pageRows],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, signal }) =>
        ask(request, { limit: pageRows, ...(pageParam ? { last_key: pageParam } : {}) }, signal) as Promise<
          PageAnswer<ItemOf<C>>
        >,
      getNextPageParam: (page) => page.last_key,
      ...kept,
    }),
    total: queryOptions({
      queryKey: ['total', ...key],
      queryFn: ({ signal }) => countRows(request, signal),
      ...kept,
    }),
  }
}

/** Prefetches the first page of a list screen, with the filters of its address. */
export const prefetchList =
  <C extends CallDeclaration>(sourceOf: (request: ScreenRequest, filter: FilterValues) => ListSource<C>): Prefetch =>
  (request) => {
    const filter = anySearch(request.search).filter ?? {}
    void queryClient.prefetchInfiniteQuery(listQueries(requestOf(sourceOf(request, filter), filter)).pages)
  }
