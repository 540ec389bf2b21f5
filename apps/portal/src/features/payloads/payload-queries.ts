import { type ActorKind, calls } from '@holdfast/contract'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { readAgain } from '../../shared/api/read-again.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { payloadQuery } from './payload-query.ts'

/** One recording, read again when it changes. */
export const usePayload = (payloadReference: string) => {
  const queryClient = useQueryClient()
  const payload = useQuery(payloadQuery(payloadReference))
  const reload = () => {
    readAgain(queryClient, ['payload', payloadReference])
    readAgain(queryClient, ['payload-audit', payloadReference], { exact: false })
  }
  useEvents(
    ({ kind, reference }) => {
      if (kind === 'payload' && reference === payloadReference) reload()
    },
    // An error stays on the screen until somebody tries again.
    () => payload.data && reload(),
  )
  return payload
}

/** Reads the audit records of a recording again. */
export const useReloadAudit = (payloadReference: string): (() => void) => {
  const queryClient = useQueryClient()
  return useCallback(
    () => readAgain(queryClient, ['payload-audit', payloadReference], { exact: false }),
    [queryClient, payloadReference],
  )
}

/** People and their apps. The actions of the system and the handset are part of the chain of custody. */
const people = ['person', 'client_app'] as const satisfies readonly ActorKind[]

/** Pages of the audit records of a recording, latest first, with confirmations of receipt: of people, or of everybody. */
export const usePayloadAudit = (payloadReference: string, isEverything: boolean) =>
  useInfiniteQuery({
    queryKey: ['payload-audit', payloadReference, isEverything],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readApi(calls.getPayloadAudit, {
        params: { payload_reference: payloadReference },
        query: {
          ...(isEverything ? {} : { filter: { actor_kinds: [...people] } }),
          ...(pageParam && { last_key: pageParam }),
        },
        // The people of the first page are shown with the recording; anything more is asked for.
        isPortalRead: !isEverything && pageParam === null,
        signal,
      }),
    getNextPageParam: (page) => page.last_key,
    placeholderData: keepPreviousData,
  })
