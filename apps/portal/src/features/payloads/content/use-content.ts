import { calls, type Payload } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../shared/api/client.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { reloadProfile } from '../../../shared/session/profile.ts'
import { afterReason, withReason } from '../reasons/ask-reason.ts'
import { remakeParts } from './media-part.ts'
import { rememberOpened } from './opened-here.ts'
import { whyItStopped } from './why-it-stopped.ts'
import { type WhyNot, whyNotAnswered } from './why-not.ts'

export type Content = { address: string } | { why: WhyNot }

interface ContentOptions {
  /** It is a sound, which counts as opened once it is played. */
  isHeard?: boolean
}

/** Requests the content of a recording. Each request is put on the trail. */
export const useContent = (payload: Payload, { isHeard = false }: ContentOptions = {}) => {
  const t = useText()
  const queryClient = useQueryClient()
  const { payload_reference } = payload
  const request = useMutation({
    mutationFn: async (remake: string | undefined): Promise<Content> => {
      if (remake !== undefined) await remakeParts(remake)
      const { s3_url: address, status } = await withReason(payload_reference, (given) =>
        callApi(calls.getPayloadData, { params: { payload_reference }, query: { action: 'play', ...given } }),
      )
      if (address && !isHeard) rememberOpened(payload_reference)
      if (status === 'Ok') return address ? { address } : { why: whyNotAnswered('NoS3Url', '', '') }
      return { why: whyNotAnswered(status, payload.group ?? '–', t(`kind.${payload.payload_type}`)) }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['payload-audit', payload_reference] }),
  })
  const stop = useMutation({
    mutationFn: (address: string) => whyItStopped(address, payload),
    // The screen itself reports what has changed: a number marked as personal, a lost role, the end of a visit, damage.
    onSuccess: ({ title }) => {
      if (title === 'why.damaged_title')
        void queryClient.invalidateQueries({ queryKey: ['payload', payload_reference] })
      if (title !== 'why.ended_title') return
      void queryClient.invalidateQueries({ queryKey: ['payload', payload_reference] })
      void reloadProfile()
    },
  })
  // A refusal says nothing of what the person may do since then.
  const isRefused = request.data !== undefined && 'why' in request.data && request.data.why.isNotPermitted === true
  useEvents(({ kind }) => {
    if (kind === 'own_roles' && isRefused) request.reset()
  })
  return {
    content: stop.data ? { why: stop.data } : request.data,
    isOpening: request.isPending,
    hasFailed: request.isError,
    open: () => {
      const remake = stop.data?.remake
      stop.reset()
      afterReason(payload_reference, () => request.mutate(remake))
    },
    /** Reports that the content at this address could not be played, or not to its end. */
    stopped: stop.mutate,
  }
}
