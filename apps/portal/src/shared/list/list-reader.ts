import type { CallDeclaration } from '@holdfast/contract'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { audienceOf } from '../session/session-state.ts'
import { type ItemOf, type ListRequest, listQueries, type PageAnswer, readPageAfter } from './list-queries.ts'
import type { ListReader, RowsAfter, RowsOfCall } from './neighbours.ts'

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
      if (!isKept()) return { rows: [], hasMore: false, after: null }
      const observer = new InfiniteQueryObserver(queryClient, listQueries(request).pages)
      const { data, hasNextPage } = await observer.fetchNextPage({ throwOnError: true })
      const items = data?.pages.flatMap((page) => page.items) ?? []
      return {
        rows: items.map((item) => ({ key: keyOf(item), address: linkOf(item) })),
        hasMore: hasNextPage,
        after: rowsAfter(request, data?.pages.at(-1)),
      }
    },
  }
}

const nameOf = ({ catalogue, path }: CallDeclaration): string => `${catalogue} ${path}`

/** What the rows after the last page that was read are asked with. */
export const rowsAfter = (
  { call, params, filter, sort, pageRows }: ListRequest<CallDeclaration>,
  lastPage: Pick<PageAnswer<unknown>, 'last_key'> | undefined,
): RowsAfter | null => {
  const lastKey = lastPage?.last_key
  if (!lastKey) return null
  return { by: audienceOf(session.state()), call: nameOf(call), params, filter, sort, pageRows, lastKey }
}

/** How a list of this call is read on after a reload. */
export const rowsOfCall = <C extends CallDeclaration>(
  call: C,
  keyOf: (item: ItemOf<C>) => string,
  linkOf: (item: ItemOf<C>) => string,
): RowsOfCall => ({
  call: nameOf(call),
  readAfter: async ({ params, filter, sort, pageRows, lastKey }) => {
    // The stored parameters are those of this call.
    const request: ListRequest<C> = {
      call,
      params: params as ListRequest<C>['params'],
      filter,
      sort,
      ...(pageRows && { pageRows }),
    }
    const page = await readPageAfter(request, lastKey)
    return {
      rows: page.items.map((item) => ({ key: keyOf(item), address: linkOf(item) })),
      hasMore: page.last_key !== null,
      after: rowsAfter(request, page),
    }
  },
})
