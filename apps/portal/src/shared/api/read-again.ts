import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads a query again after a change, if it is shown. `refetch` and `invalidateQueries` alone would wait for a first read
 * that is under way, which may have been answered before the change.
 * @param exact false: all queries whose keys begin like this
 */
export const readAgain = (client: QueryClient, queryKey: QueryKey, { exact = true } = {}): void => {
  void client.cancelQueries({ queryKey, exact }, { silent: true, revert: false })
  void client.invalidateQueries({ queryKey, exact })
}
