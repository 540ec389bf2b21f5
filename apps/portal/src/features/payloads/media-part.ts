import type { MediaPart } from '@holdfast/contract'
import { apiErrorOf } from '../../shared/api/api-error.ts'

const pauseMs = 700
/** RFC 9110, section 15.3.3. */
const isBeingMade = 202

/** The address of a part of the recording at this playback address. */
export const partAddress = (address: string, part: MediaPart): string => `${address}?part=${part}`

/**
 * Fetches a part of a recording. Waits while it is being made.
 * @returns `null` if it could not be made of this recording
 * @throws ApiError, or TypeError when the server can't be reached
 */
export const fetchPart = async (address: string, part: MediaPart, signal: AbortSignal): Promise<Uint8Array | null> => {
  for (;;) {
    const response = await fetch(partAddress(address, part), { signal })
    if (response.status === isBeingMade) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      continue
    }
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    const error = await apiErrorOf(response)
    if (error.code === 'part.not_made') return null
    throw error
  }
}
