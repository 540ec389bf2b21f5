import { calls, type Payload, type PayloadVerification } from '@holdfast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readAgain } from '../../../shared/api/read-again.ts'
import { readItemAgain, useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useReloadAudit } from '../payload-queries.ts'

/** How far a verification is, as the server announced it. */
interface Progress {
  state: 'waiting' | 'running'
  /** From 0 to 1. */
  share: number
}

const progressOf = ({ state, bytes_read }: PayloadVerification, size: number | null): Progress | null =>
  state === 'waiting' || state === 'running' ? { state, share: size ? Math.min(1, bytes_read / size) : 0 } : null

/**
 * The last verification of a recording, its progress, and asking for another one. Progress comes with live events, because each
 * request would be put on the trail.
 * @param isWanted nothing is read before
 */
export const useVerification = ({ payload_reference, size }: Payload, isWanted: boolean) => {
  const queryClient = useQueryClient()
  const reloadAudit = useReloadAudit(payload_reference)
  const params = useMemo(() => ({ payload_reference }), [payload_reference])
  const { data, error, refetch } = useLoaded(calls.getPayloadVerification, isWanted ? params : null)
  const [announced, setAnnounced] = useState<Progress | null>(null)
  const asking = useSave({
    call: calls.verifyPayload,
    changes: [calls.getPayloadVerification],
    onSaved: reloadAudit,
  })
  const readVerification = () => {
    setAnnounced(null)
    if (isWanted) readItemAgain(calls.getPayloadVerification, params)
  }
  useEvents(
    (event) => {
      if (event.reference !== payload_reference) return
      if (event.kind === 'payload') readVerification()
      if (event.kind !== 'verification') return
      const { state, progress = 0 } = event
      if (state === 'waiting' || state === 'running') {
        setAnnounced({ state, share: progress })
        return
      }
      readVerification()
      reloadAudit()
      readAgain(queryClient, ['payload', payload_reference])
    },
    () => {
      setAnnounced(null)
      if (isWanted) void refetch()
    },
  )
  return {
    verification: data,
    progress: announced ?? (data ? progressOf(data, size) : null),
    error,
    retry: () => void refetch(),
    verify: () => asking.save({ params }),
    isAsking: asking.isSaving,
    refusal: asking.refusal,
  }
}
