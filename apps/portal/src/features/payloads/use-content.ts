import { calls, type Payload } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../shared/api/client.ts'
import { useText } from '../../shared/i18n/text.ts'
import { type WhyNot, whyNotAnswered } from './why-not.ts'

export type Content = { address: string } | { why: WhyNot }

/** Asks for the content of a recording. It is asked for when the person says so, since each time is on the record. */
export const useContent = (payload: Payload) => {
  const t = useText()
  const queryClient = useQueryClient()
  const request = useMutation({
    mutationFn: async (): Promise<Content> => {
      const { s3_url: address, status } = await callApi(calls.getPayloadData, {
        params: { payload_reference: payload.payload_reference },
        query: { action: 'play' },
      })
      if (status === 'Ok') return address ? { address } : { why: whyNotAnswered('NoS3Url', '', '') }
      return { why: whyNotAnswered(status, payload.group ?? '–', t(`kind.${payload.payload_type}`)) }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payload-audit', payload.payload_reference] }),
  })
  return {
    content: request.data,
    isOpening: request.isPending,
    hasFailed: request.isError,
    open: () => request.mutate(),
  }
}
