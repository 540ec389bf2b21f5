import type { CallDeclaration, CallInput, CallResponse, ListTotal } from '@holdfast/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { errorInstead } from '../api/api-error.ts'
import { readApi } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'
import { isReturning } from './returning.ts'

/** As long as somebody may look at one row of a list before they go back to it. */
const keptMs = 60 * 60_000

/** The rows of a list call, which answers a page or a total. */
export type ItemOf<C extends CallDeclaration> =
  CallResponse<C> extends infer Answer ? (Answer extends { items: readonly (infer Item)[] } ? Item : never) : never

interface PageAnswer<Item> {
  items: readonly Item[]
  last_key: string | null
}

export interface ListRequest<C extends CallDeclaration> {
  call: C
  params?: CallInput<C>['params'] | undefined
  filter: Readonly<Record<string, unknown>>
  pageRows?: number
  isEnabled?: boolean
  /** Whoever comes back finds the rows that they left, at the same place. */
  isKept?: boolean
}

export interface ListResult<Item> {
  rows: readonly Item[]
  /** Of all rows that match, when the server told. */
  total: number | undefined
  /** There are more than `total`: the server stopped counting there. */
  isTotalCapped: boolean
  error: Error | null
  isLoading: boolean
  hasMore: boolean
  isLoadingMore: boolean
  hasFailedMore: boolean
  loadMore: () => void
  reload: () => void
  /** Asks how many rows match by now, beside what the list shows. */
  countNow: () => Promise<number>
}

/** Pages of a list, one after the other by `last_key`, and how many rows there are in all. */
export const useList = <C extends CallDeclaration>(request: ListRequest<C>): ListResult<ItemOf<C>> => {
  const { call, params, filter, pageRows = 50, isEnabled = true, isKept = false } = request
  const { client, support } = useSession()
  const key = [call.catalogue, call.path, client, support?.requestReference ?? null, params ?? null, filter]

  const kept = isKept ? { refetchOnMount: () => !isReturning(), gcTime: keptMs } : {}

  // A list's query differs from call to call only in its filter, whose fields the caller named from the same contract.
  const ask = (query: Record<string, unknown>, signal: AbortSignal): Promise<unknown> =>
    readApi(call, { ...(params ? { params } : {}), query: { filter, ...query }, signal } as Parameters<
      typeof readApi<C>
    >[1])

  const pages = useInfiniteQuery({
    queryKey: ['list', ...key, pageRows],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      ask({ limit: pageRows, ...(pageParam ? { last_key: pageParam } : {}) }, signal) as Promise<PageAnswer<ItemOf<C>>>,
    getNextPageParam: (page) => page.last_key,
    enabled: isEnabled,
    ...kept,
  })
  const count = (signal: AbortSignal) => ask({ query_result_type: 'total' }, signal) as Promise<ListTotal>
  const total = useQuery({
    queryKey: ['total', ...key],
    queryFn: ({ signal }) => count(signal),
    enabled: isEnabled && pages.isSuccess,
    ...kept,
  })

  return {
    rows: pages.data?.pages.flatMap((page) => page.items) ?? [],
    total: total.data?.total,
    isTotalCapped: total.data?.is_capped ?? false,
    error: pages.isFetchNextPageError ? null : errorInstead(pages.error, pages.data),
    isLoading: pages.isLoading,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    hasFailedMore: pages.isFetchNextPageError,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
    },
    reload: () => void Promise.all([pages.refetch(), total.refetch()]),
    countNow: async () => (await count(new AbortController().signal)).total,
  }
}
