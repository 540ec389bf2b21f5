import type { CallDeclaration } from '@holdfast/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorInstead } from '../api/api-error.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { useSession } from '../session/use-session.ts'
import { countRows, type ItemOf, type ListRequest, listQueries, type PageOf } from './list-queries.ts'
import { updateRows } from './update-rows.ts'

export interface ListResult<Item, Page = unknown> {
  rows: readonly Item[]
  /** The last page that was read, with what its call tells besides the rows. */
  lastPage: Page | undefined
  /** Of all matching rows, once the server answered. */
  total: number | undefined
  /** The server stopped counting at `total`. */
  isTotalCapped: boolean
  error: Error | null
  isLoading: boolean
  hasMore: boolean
  isLoadingMore: boolean
  /** Why the next page could not be read. */
  moreFailure: Error | null
  /** When the rows were read, in milliseconds since 1970. */
  readAt: number
  loadMore: () => void
  /** Reads the rows again. Does not interrupt a first read. */
  reload: () => void
  /** Reads the rows again after a change, even while they are read for the first time. */
  readAgain: () => void
  /** Reads the rows that are shown again, as they are now, without moving them: new rows are left out. */
  update: (keyOf: (item: Item) => string) => void
  /** Reads how many rows match now, without changing what the list shows. */
  countNow: () => Promise<number>
}

/** Reads the pages of a list one after the other, and its total. */
export const useList = <C extends CallDeclaration>(
  request: ListRequest<C> & { isEnabled?: boolean },
): ListResult<ItemOf<C>, PageOf<C>> => {
  const { isEnabled = true } = request
  // Renders again when another account is shown.
  useSession()
  const queries = listQueries(request)
  const pages = useInfiniteQuery({ ...queries.pages, enabled: isEnabled })
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data])
  // A list of one page needs no count.
  const isWhole = pages.data?.pages.length === 1 && !pages.hasNextPage
  const total = useQuery({ ...queries.total, enabled: isEnabled && pages.isSuccess && !isWhole })
  // Also while it is not needed: the list may have more than one page then.
  const countAgain = () => void queryClient.invalidateQueries({ queryKey: queries.total.queryKey, exact: true })

  return {
    rows,
    lastPage: pages.data?.pages.at(-1) as PageOf<C> | undefined,
    total: isWhole ? rows.length : total.data?.total,
    isTotalCapped: !isWhole && (total.data?.is_capped ?? false),
    error: pages.isFetchNextPageError ? null : errorInstead(pages.error, pages.data),
    isLoading: pages.isLoading,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    moreFailure: pages.isFetchNextPageError ? pages.error : null,
    readAt: pages.dataUpdatedAt,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
    },
    reload: () => {
      void pages.refetch()
      countAgain()
    },
    readAgain: () => {
      readAgain(queryClient, queries.pages.queryKey)
      readAgain(queryClient, queries.total.queryKey)
    },
    // The rows stay as they are if they can't be read; a screen that is not up to date says so.
    update: (keyOf) => void updateRows(request, keyOf).catch(() => undefined),
    countNow: async () => (await countRows(request, new AbortController().signal)).total,
  }
}
