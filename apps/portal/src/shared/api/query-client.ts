import { QueryClient } from '@tanstack/react-query'

/** Retries are the call's own (`retry.ts`); a second layer of them would multiply. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
