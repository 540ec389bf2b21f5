import type { Payload } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { durationSeconds } from '../../shared/recordings/people.ts'
import { openAudio } from './audio-source.ts'
import { ClosedPlayer } from './closed-player.tsx'
import { useContent } from './use-content.ts'
import { WhyNotMessage } from './why-not-message.tsx'

/** Fetched with the sound, so that opening the screen does not wait for wavesurfer and the AMR decoder. */
const AudioPlayer = lazy(() => import('./audio-player.tsx'))

const useAudio = (payload: Payload, address: string | undefined) => {
  const { data, error } = useQuery({
    queryKey: ['audio', payload.payload_reference, address],
    queryFn: () => openAudio(address ?? '', payload.media?.content_type ?? payload.meta.content_type ?? null),
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => data?.release(), [data])
  return { source: data?.address, error }
}

/** A call or an interview: a closed player until the person presses play, then the sound. */
export const AudioContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { content, isOpening, open, stopped } = useContent(payload)
  const address = content && 'address' in content ? content.address : undefined
  const { source, error } = useAudio(payload, address)
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
  if (!source || !address) return closed
  return (
    <Suspense fallback={closed}>
      <AudioPlayer payload={payload} address={source} resumeAt={resumeAt} onFailed={() => stopped(address)} />
    </Suspense>
  )
}
