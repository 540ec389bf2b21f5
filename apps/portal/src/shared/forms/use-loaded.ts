import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'

/** One thing, read for its screen; nothing is read while `params` are null, as for what is yet to be created. */
export const useLoaded = <C extends CallDeclaration>(call: C, params: CallInput<C>['params'] | null) => {
  const { client, support } = useSession()
  return useQuery({
    queryKey: ['one', call.catalogue, call.path, client, support?.requestReference ?? null, params],
    queryFn: ({ signal }) =>
      readApi(call, { params, signal } as Parameters<typeof readApi<C>>[1]) as Promise<CallResponse<C>>,
    enabled: params !== null,
  })
}
