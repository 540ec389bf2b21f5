import type { Payload } from '@holdfast/contract'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { durationSeconds } from '../../shared/recordings/people.ts'
import { ClosedPlayer } from './closed-player.tsx'
import { useContent } from './use-content.ts'
import { useSound } from './use-sound.ts'
import { WhyNotMessage } from './why-not-message.tsx'

/** Fetched with the sound, so that opening the screen does not wait for wavesurfer. */
const AudioPlayer = lazy(() => import('./audio-player.tsx'))

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
