import type { MediaPart, NotMade } from '@holdfast/contract'
import { type ApiError, apiErrorOf } from '../../../shared/api/api-error.ts'

const pauseMs = 700
/** RFC 9110, section 15.3.3. */
const isBeingMade = 202

/** The address of a part of what is at this playback address: a recording, or a file attached to a message. */
export const partAddress = (address: string, part: MediaPart): string => withQuery(address, `part=${part}`)

/** The address of a file of the message at this playback address. */
export const attachmentAddress = (address: string, place: number): string => withQuery(address, `attachment=${place}`)

const withQuery = (address: string, query: string): string => `${address}${address.includes('?') ? '&' : '?'}${query}`

export type PartState = 'made' | 'being_made' | 'not_made' | 'refused'

/** Not the first byte: requesting that would be recorded as another playback. */
const oneByte = { headers: { range: 'bytes=1-1' } }

/** Why a media element did not load a part: elements give no reason. */
export const partState = async (address: string, part: MediaPart): Promise<PartState> => {
  const response = await fetch(partAddress(address, part), oneByte).catch(() => null)
  if (!response) return 'refused'
  if (response.ok) {
    await response.body?.cancel()
    return response.status === isBeingMade ? 'being_made' : 'made'
  }
  const { code } = await apiErrorOf(response)
  return code === 'part.not_made' ? 'not_made' : 'refused'
}

/** Why a part was not made, where the server tried; `null` if it was made, or the server does not say. */
export const whyNotMade = async (address: string, part: MediaPart): Promise<NotMade | null> => {
  const response = await fetch(partAddress(address, part), oneByte).catch(() => null)
  if (!response) return null
  if (!response.ok) return notMadeBy(await apiErrorOf(response))
  await response.body?.cancel()
  return null
}

const notMadeBy = ({ code, details }: ApiError): NotMade | null => (code === 'part.not_made' ? details : null)

/** Whether the decoder failed although the recording may be innocent, so that it makes sense to try again. */
export const mayBeMade = ({ failure }: NotMade): boolean => failure === 'crashed' || failure === 'too_slow'

/** Has the parts made now that a failed decoder left unmade. Whoever asks for them next waits for them. */
export const remakeParts = async (address: string): Promise<void> => {
  const response = await fetch(withQuery(partAddress(address, 'rendition'), 'is_retry=true'), oneByte).catch(() => null)
  await response?.body?.cancel()
}

/**
 * Fetches a part of a recording. Waits while it is being made.
 * @returns `null` if it could not be made of this recording
 * @throws ApiError, or TypeError when the server can't be reached
 */
export const fetchPart = async (address: string, part: MediaPart, signal: AbortSignal): Promise<Uint8Array | null> => {
  const fetched = await fetchPartOrReason(address, part, signal)
  return fetched instanceof Uint8Array ? fetched : null
}

/** The same, but returns why it could not be made. */
export const fetchPartOrReason = async (
  address: string,
  part: MediaPart,
  signal: AbortSignal,
): Promise<Uint8Array | NotMade> => {
  for (;;) {
    const response = await fetch(partAddress(address, part), { signal })
    if (response.status === isBeingMade) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      continue
    }
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    const error = await apiErrorOf(response)
    const notMade = notMadeBy(error)
    if (notMade) return notMade
    throw error
  }
}
