import { type AccessRequest, calls, limits } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { useEvents } from '../live/use-events.ts'
import { useSession } from '../session/use-session.ts'

const call = calls.listAccessRequests
const none: readonly AccessRequest[] = []

/** The person's own requests that wait. Read each time they meet a refusal: one may have been decided on since the last. */
export const useOwnWaiting = (): readonly AccessRequest[] => {
  const { client } = useSession()
  const queryKey = ['one', call.catalogue, call.path, client, 'own']
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readApi(call, {
        query: { filter: { is_own: true, state: 'waiting' }, limit: limits.maxWaitingAccessRequests },
        isPortalRead: true,
        signal,
      }),
    staleTime: 0,
  })
  useEvents(
    ({ kind }) => {
      if (kind === 'access_request') readAgain(queryClient, queryKey)
    },
    () => void refetch(),
  )
  return data && 'items' in data ? data.items : none
}
