import type { Payload } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { durationSeconds } from '../../shared/recordings/people.ts'
import { fetchPart, partAddress } from './media-part.ts'
import { type Peaks, readPeaks } from './peaks.ts'

/** What the player plays and draws. */
export interface Sound {
  address: string
  /** `null` if the recording could not be decoded: the browser then tries the original. */
  peaks: Peaks | null
}

/** The rendition and its waveform, once they are made. */
export const useSound = (payload: Payload, address: string | undefined) =>
  useQuery({
    queryKey: ['sound', payload.payload_reference, address],
    queryFn: async ({ signal }): Promise<Sound> => {
      const original = address ?? ''
      const peaks = await fetchPart(original, 'peaks', signal)
      if (!peaks) return { address: original, peaks: null }
      return { address: partAddress(original, 'rendition'), peaks: readPeaks(peaks, durationSeconds(payload) ?? 0) }
    },
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
