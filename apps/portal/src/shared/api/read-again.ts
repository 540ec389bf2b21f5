import { hashKey, type InvalidateQueryFilters, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The queries that are being read again without being asked for. */
const underWay = new Set<string>()

/** Whether the portal reads a query of the screen again by itself, because something was changed. */
export const isReadAgain = (queryKey: QueryKey): boolean => underWay.has(hashKey(queryKey))

/** Reads the queries of the screen again that are not up to date any more. Others are read when somebody opens their screen. */
export const readShownAgain = async (client: QueryClient, filters: InvalidateQueryFilters): Promise<void> => {
  const shown = client
    .getQueryCache()
    .findAll({ ...filters, type: 'active' })
    .map(({ queryHash }) => queryHash)
  for (const hash of shown) underWay.add(hash)
  try {
    await client.invalidateQueries(filters)
  } finally {
    for (const hash of shown) underWay.delete(hash)
  }
}

/**
 * Reads a query again after a change, if it is shown. `refetch` and `invalidateQueries` alone would wait for a first read
 * that is under way, which may have been answered before the change.
 * @param exact false: all queries whose keys begin like this
 */
export const readAgain = (client: QueryClient, queryKey: QueryKey, { exact = true } = {}): void => {
  void client.cancelQueries({ queryKey, exact }, { silent: true, revert: false })
  void readShownAgain(client, { queryKey, exact })
}
