import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads a query again after a change. `refetch` alone would wait for a first read that is under way, which may have been
 * answered before the change.
 */
export const readAgain = (client: QueryClient, queryKey: QueryKey): void => {
  void client.cancelQueries({ queryKey, exact: true }, { silent: true, revert: false })
  void client.refetchQueries({ queryKey, exact: true })
}
