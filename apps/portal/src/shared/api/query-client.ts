import { QueryCache, QueryClient } from '@tanstack/react-query'
import { failureNotice } from '../notices/notice.ts'
import { ApiError, errorInstead } from './api-error.ts'

/**
 * Reports failures that no screen shows: a screen that keeps older data has no place for the error. A query that was
 * only prefetched has no screen, so its failure is not reported.
 */
const queryCache = new QueryCache({
  onError: (error, query) => {
    const { state } = query
    const isSaidByScreen = state.fetchMeta?.fetchMore !== undefined || errorInstead(error, state.data) !== null
    const isUnseen = query.getObserversCount() === 0
    if (!isSaidByScreen && !isUnseen && navigator.onLine && error instanceof ApiError) failureNotice(error)
  },
})

/**
 * Retries are the call's own (`retry.ts`); a second layer of them would multiply. Calls are made offline as well: they
 * fail at once, which a screen can tell, where a call that waits for a network looks like an empty answer.
 */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
