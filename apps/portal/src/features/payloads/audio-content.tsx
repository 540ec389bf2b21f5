import type { Payload } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { durationSeconds } from '../../shared/recordings/people.ts'
import { ClosedPlayer } from './closed-player.tsx'
import { fetchPart, partAddress } from './media-part.ts'
import { type Peaks, readPeaks } from './peaks.ts'
import { useContent } from './use-content.ts'
import { WhyNotMessage } from './why-not-message.tsx'

/** Fetched with the sound, so that opening the screen does not wait for wavesurfer. */
const AudioPlayer = lazy(() => import('./audio-player.tsx'))

/** What the player plays and draws. */
export interface Sound {
  address: string
  /** `null` if the recording could not be decoded: the browser then tries the original. */
  peaks: Peaks | null
}

/** The rendition and its waveform, once they are made. */
const useSound = (payload: Payload, address: string | undefined) =>
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

/** A call or an interview: a closed player until the person presses play, then the sound. */
export const AudioContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { content, isOpening, open, stopped } = useContent(payload)
  const address = content && 'address' in content ? content.address : undefined
  const { data: sound, error } = useSound(payload, address)
  const resumeAt = useRef(0)
  useEffect(() => {
    if (error && address) stopped(address)
  }, [error, address, stopped])
  if (content && 'why' in content) return <WhyNotMessage why={content.why} again="player.again" onAgain={open} />
  const isBusy = isOpening || content !== undefined
  const closed = (
    <ClosedPlayer
      seconds={durationSeconds(payload)}
      isOpening={isBusy}
      onOpen={open}
      note={t(isBusy ? 'player.preparing' : 'player.recorded')}
    />
  )
  if (!sound || !address) return closed
  return (
    <Suspense fallback={closed}>
      <AudioPlayer payload={payload} sound={sound} resumeAt={resumeAt} onFailed={() => stopped(address)} />
    </Suspense>
  )
}
