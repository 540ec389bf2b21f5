import type { CallDeclaration } from '@holdfast/contract'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { type ItemOf, type ListRequest, listQueries } from './list-queries.ts'
import type { ListReader } from './neighbours.ts'

/** Reads further pages of a list whose screen was left. They are stored with the list's own pages, so that Back shows their rows too. */
export const listReader = <C extends CallDeclaration>(
  request: ListRequest<C>,
  keyOf: (item: ItemOf<C>) => string,
  linkOf: (item: ItemOf<C>) => string,
): ListReader => {
  const isKept = () => queryClient.getQueryData(listQueries(request).pages.queryKey) !== undefined
  return {
    isKept,
    readNext: async () => {
      // Without its pages, such as after a change of the account, the list would be read from its beginning.
      if (!isKept()) return { rows: [], hasMore: false }
      const observer = new InfiniteQueryObserver(queryClient, listQueries(request).pages)
      const { data, hasNextPage } = await observer.fetchNextPage({ throwOnError: true })
      const items = data?.pages.flatMap((page) => page.items) ?? []
      return { rows: items.map((item) => ({ key: keyOf(item), address: linkOf(item) })), hasMore: hasNextPage }
    },
  }
}
