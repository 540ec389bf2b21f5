import { QueryCache, QueryClient } from '@tanstack/react-query'
import { failureNotice } from '../notices/notice.ts'
import { isFailure, isTold } from './failure-told.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** `logged`: the profile. `in_place`: what is asked again and again while somebody types, which the form tells beside the field. */
      failure?: 'logged' | 'in_place'
    }
  }
}

/** The failure of a query. Nobody waits for one that was only prefetched. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (query.meta?.failure === 'logged' && isFailure(error)) reportError(error)
    if (isTold(error, query) && query.getObserversCount() > 0) failureNotice(error)
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
