import { type CallDeclaration, limits } from '@holdfast/contract'
import { queryClient } from '../api/query-client.ts'
import { type ItemOf, type ListRequest, listQueries, readFirstRows } from './list-queries.ts'
import { updatedRows } from './updated-rows.ts'

/** Reads the rows of a list that are loaded again, and shows them in their places. The total counts what left the list, but nothing new. */
export const updateRows = async <C extends CallDeclaration>(
  request: ListRequest<C>,
  keyOf: (item: ItemOf<C>) => string,
): Promise<void> => {
  const { pages, total } = listQueries(request)
  const rowsNow = () =>
    (queryClient.getQueryData(pages.queryKey)?.pages ?? []).flatMap(({ items }) => items as ItemOf<C>[])
  // As many more as may have come meanwhile.
  const most = rowsNow().length + limits.maxPageRows
  const latest = await readFirstRows({ ...request, portalReads: 'all_pages' }, most)
  const shown = rowsNow()
  const updated = new Map(updatedRows(shown, latest, keyOf, latest.length < most).map((row) => [keyOf(row), row]))
  queryClient.setQueryData(
    pages.queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: (page.items as ItemOf<C>[]).flatMap((row) => updated.get(keyOf(row)) ?? []),
        })),
      },
  )
  const removed = shown.length - updated.size
  queryClient.setQueryData(total.queryKey, (data) => data && { ...data, total: Math.max(0, data.total - removed) })
}
