import { calls, type PayloadAudit } from '@holdfast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { payloadQuery } from './payload-query.ts'

/** One recording, read again when it changes. */
export const usePayload = (payloadReference: string) => {
  const queryClient = useQueryClient()
  useEvents((event) => {
    if (event.kind !== 'payload' || event.reference !== payloadReference) return
    void queryClient.invalidateQueries({ queryKey: ['payload', payloadReference] })
    void queryClient.invalidateQueries({ queryKey: ['payload-audit', payloadReference] })
  })
  return useQuery(payloadQuery(payloadReference))
}

/** Reads the audit records of a recording again. */
export const useReloadAudit = (payloadReference: string): (() => void) => {
  const queryClient = useQueryClient()
  return useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ['payload-audit', payloadReference] }),
    [queryClient, payloadReference],
  )
}

/** The audit records of a recording, with confirmations of receipt. */
export const usePayloadAudit = (payloadReference: string) =>
  useQuery<PayloadAudit>({
    queryKey: ['payload-audit', payloadReference],
    queryFn: ({ signal }) =>
      readApi(calls.getPayloadAudit, { params: { payload_reference: payloadReference }, signal }),
  })
