import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'

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
}

export interface ListResult<Item> {
  rows: readonly Item[]
  /** Of all rows that match, when the server told. */
  total: number | undefined
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
  const { call, params, filter, pageRows = 50, isEnabled = true } = request
  const { client, support } = useSession()
  const key = [call.catalogue, call.path, client, support?.requestReference ?? null, params ?? null, filter]

  // A list's query differs from call to call only in its filter, whose fields the caller named from the same contract.
  const ask = (query: Record<string, unknown>, signal: AbortSignal): Promise<unknown> =>
    callApi(call, { ...(params ? { params } : {}), query: { filter, ...query }, signal } as Parameters<
      typeof callApi<C>
    >[1])

  const pages = useInfiniteQuery({
    queryKey: ['list', ...key, pageRows],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      ask({ limit: pageRows, ...(pageParam ? { last_key: pageParam } : {}) }, signal) as Promise<PageAnswer<ItemOf<C>>>,
    getNextPageParam: (page) => page.last_key,
    enabled: isEnabled,
  })
  const count = (signal: AbortSignal) => ask({ query_result_type: 'total' }, signal) as Promise<{ total: number }>
  const total = useQuery({
    queryKey: ['total', ...key],
    queryFn: ({ signal }) => count(signal),
    enabled: isEnabled && pages.isSuccess,
  })

  return {
    rows: pages.data?.pages.flatMap((page) => page.items) ?? [],
    total: total.data?.total,
    error: pages.data ? null : pages.error,
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
