import type { Payload } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { durationSeconds } from '../../shared/recordings/people.ts'
import { fetchPart } from './media-part.ts'
import { type Peaks, readPeaks } from './peaks.ts'

/** What the player plays and draws. */
export interface Sound {
  address: string
  /** `null` if the recording could not be decoded: the browser then tries the original. */
  peaks: Peaks | null
}

/** The waveform of a recording, once it and the rendition are made; `null` if they could not be made. */
export const usePeaks = (payload: Payload, address: string | undefined) =>
  useQuery({
    queryKey: ['peaks', payload.payload_reference, address],
    queryFn: async ({ signal }): Promise<Peaks | null> => {
      const peaks = await fetchPart(address ?? '', 'peaks', signal)
      return peaks && readPeaks(peaks, durationSeconds(payload) ?? 0)
    },
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
