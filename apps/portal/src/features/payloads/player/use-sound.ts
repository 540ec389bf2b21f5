import type { NotMade, Payload } from '@holdfast/contract'
import { durationSeconds } from '@holdfast/words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchPartOrReason } from '../content/media-part.ts'
import { payloadQuery } from '../payload-query.ts'
import { type Peaks, readPeaks } from './peaks.ts'

/** What the player plays and draws. */
export interface Sound {
  address: string
  /** `null` if the recording could not be decoded: the browser then tries the original. */
  peaks: Peaks | null
}

/** The waveform of a recording, once it and the rendition are made, or why they could not be made. */
interface Outline {
  peaks: Peaks | null
  notMade: NotMade
}

export const usePeaks = (payload: Payload, address: string | undefined) => {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['peaks', payload.payload_reference, address],
    queryFn: async ({ signal }): Promise<Outline> => {
      const fetched = await fetchPartOrReason(address ?? '', 'peaks', signal)
      if (!(fetched instanceof Uint8Array)) return { peaks: null, notMade: fetched }
      // It is measured when the waveform is made, which may have been a moment ago.
      const isMeasured = payload.media?.duration_ms != null
      const reread = { ...payloadQuery(payload.payload_reference), staleTime: 0 }
      const seconds = durationSeconds(isMeasured ? payload : await queryClient.fetchQuery(reread))
      return { peaks: readPeaks(fetched, seconds ?? 0), notMade: {} }
    },
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
