import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import type { Prefetch } from '../screens/page-module.ts'
import { useSession } from '../session/use-session.ts'

const loadedQuery = <C extends CallDeclaration>(call: C, params: CallInput<C>['params'] | null) => {
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['one', call.catalogue, call.path, client, support?.requestReference ?? null, params],
    queryFn: ({ signal }) =>
      readApi(call, { params, signal } as Parameters<typeof readApi<C>>[1]) as Promise<CallResponse<C>>,
  })
}

/** Reads one item for its screen. Nothing is read while `params` are `null`, as when creating. */
export const useLoaded = <C extends CallDeclaration>(call: C, params: CallInput<C>['params'] | null) => {
  // Renders again when another account is shown.
  useSession()
  return useQuery({ ...loadedQuery(call, params), enabled: params !== null })
}

/** Reads an item of `useLoaded` again after a change, also if its first read is still under way. */
export const readItemAgain = <C extends CallDeclaration>(call: C, params: CallInput<C>['params']): void =>
  readAgain(queryClient, loadedQuery(call, params).queryKey)

/** Prefetches one item for a screen that reads it by `useLoaded`. */
export const prefetchItem = <C extends CallDeclaration>(call: C, params: CallInput<C>['params']): void =>
  void queryClient.prefetchQuery(loadedQuery(call, params))

/** Prefetches the item of the address; nothing when creating. */
export const prefetchLoaded =
  <C extends CallDeclaration>(call: C): Prefetch =>
  ({ params }) => {
    if (Object.keys(params).length > 0) prefetchItem(call, params as CallInput<C>['params'])
  }
