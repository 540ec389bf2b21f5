import { calls, type Payload, type PayloadAudit } from '@holdfast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api/client.ts'
import { useEvents } from '../../shared/live/use-events.ts'

/** One recording, read again whenever it changes. */
export const usePayload = (payloadReference: string) => {
  const queryClient = useQueryClient()
  useEvents((event) => {
    if (event.kind !== 'payload' || event.reference !== payloadReference) return
    void queryClient.invalidateQueries({ queryKey: ['payload', payloadReference] })
    void queryClient.invalidateQueries({ queryKey: ['payload-audit', payloadReference] })
  })
  return useQuery<Payload>({
    queryKey: ['payload', payloadReference],
    queryFn: ({ signal }) => callApi(calls.getPayload, { params: { payload_reference: payloadReference }, signal }),
  })
}

/** What happened to a recording and who confirmed its receipt. */
export const usePayloadAudit = (payloadReference: string) =>
  useQuery<PayloadAudit>({
    queryKey: ['payload-audit', payloadReference],
    queryFn: ({ signal }) =>
      callApi(calls.getPayloadAudit, { params: { payload_reference: payloadReference }, signal }),
  })
