import type { CallDeclaration, CallInput, CallResponse, ListTotal } from '@holdfast/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { Prefetch, ScreenRequest } from '../screens/page-module.ts'
import { type FilterField, filterOfCall } from './filter-fields.ts'
import { anySearch, type FilterValues } from './list-search.ts'
import { datesOfCall } from './period.ts'
import { isReturning } from './returning.ts'

/** As long as somebody may look at one row of a list before they go back to it. */
const keptMs = 60 * 60_000
const rowsOfPage = 50

/** The rows of a list call, which answers a page or a total. */
export type ItemOf<C extends CallDeclaration> =
  CallResponse<C> extends infer Answer ? (Answer extends { items: readonly (infer Item)[] } ? Item : never) : never

interface PageAnswer<Item> {
  items: readonly Item[]
  last_key: string | null
}

/** What a list screen reads, whatever the person filters by. */
export interface ListSource<C extends CallDeclaration> {
  call: C
  params?: CallInput<C>['params'] | undefined
  /** What the screen itself stands for, e.g. the payload types of Calls; a person's filter can narrow it. */
  defaultFilter?: Readonly<Record<string, unknown>>
  fields: readonly FilterField[]
  hasPeriod?: boolean
}

export interface ListRequest<C extends CallDeclaration> {
  call: C
  params?: CallInput<C>['params'] | undefined
  filter: Readonly<Record<string, unknown>>
  pageRows?: number
  /** Whoever comes back finds the rows that they left, at the same place. */
  isKept?: boolean
}

/** The request of a list screen whose address has these filters. */
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

/** Calls differ in the fields of their filters, which the caller named from the same contract. */
const ask = <C extends CallDeclaration>(
  { call, params, filter }: ListRequest<C>,
  query: Record<string, unknown>,
  signal: AbortSignal,
): Promise<unknown> =>
  readApi(call, { ...(params ? { params } : {}), query: { filter, ...query }, signal } as Parameters<
    typeof readApi<C>
  >[1])

/** How many rows match now. */
export const countRows = <C extends CallDeclaration>(request: ListRequest<C>, signal: AbortSignal) =>
  ask(request, { query_result_type: 'total' }, signal) as Promise<ListTotal>

/** The queries of a list: its pages, and how many rows there are in all. */
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
