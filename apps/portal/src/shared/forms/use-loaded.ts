import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'

/** One thing, read for its screen; nothing is read while `params` are null, as for what is yet to be created. */
export const useLoaded = <C extends CallDeclaration>(call: C, params: CallInput<C>['params'] | null) => {
  const { client, support } = useSession()
  return useQuery({
    queryKey: ['one', call.catalogue, call.path, client, support?.requestReference ?? null, params],
    queryFn: ({ signal }) =>
      callApi(call, { params, signal } as Parameters<typeof callApi<C>>[1]) as Promise<CallResponse<C>>,
    enabled: params !== null,
  })
}

/** The same as it is at this moment, whatever was read before: what somebody else saved meanwhile. */
export const useLatest = <C extends CallDeclaration>(call: C, params: CallInput<C>['params'] | null) => {
  const { client } = useSession()
  return useQuery({
    queryKey: ['latest', call.catalogue, call.path, client, params],
    queryFn: ({ signal }) =>
      callApi(call, { params, signal } as Parameters<typeof callApi<C>>[1]) as Promise<CallResponse<C>>,
    enabled: params !== null,
    staleTime: 0,
    gcTime: 0,
  })
}
