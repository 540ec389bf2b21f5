import { calls, type PayloadDetail } from '@holdfast/contract'
import { queryOptions } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'

/** One recording, for its route and its screen. */
export const payloadQuery = (payloadReference: string) =>
  queryOptions<PayloadDetail>({
    queryKey: ['payload', payloadReference],
    queryFn: ({ signal }) => readApi(calls.getPayload, { params: { payload_reference: payloadReference }, signal }),
    // The route has just tried: its refusal is shown instead of asking again.
    retryOnMount: false,
  })
