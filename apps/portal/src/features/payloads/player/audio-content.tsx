import type { Payload } from '@holdfast/contract'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { durationSeconds } from '../../../shared/recordings/duration-seconds.ts'
import { useClosedMedia } from '../content/media-control.ts'
import { remakeParts } from '../content/media-part.ts'
import { useContent } from '../content/use-content.ts'
import { WhyNotMessage } from '../content/why-not-message.tsx'
import { ClosedPlayer } from './closed-player.tsx'
import { NoWaveform } from './no-waveform.tsx'
import { useRendition } from './use-rendition.ts'
import { type Sound, usePeaks } from './use-sound.ts'

/** Fetched with the sound, so that opening the screen does not wait for wavesurfer. */
const AudioPlayer = lazy(() => import('./audio-player.tsx'))

/** A call or an interview: a closed player until the person presses play, then the sound. */
export const AudioContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { content, isOpening, open, stopped } = useContent(payload)
  /** Kept when another address is requested, so that it goes on where it stopped. */
  const resumeAt = useRef(0)
  const address = content && 'address' in content ? content.address : undefined
  const openAt = (seconds: number) => {
    if (isOpening) return
    resumeAt.current = seconds
    if (!content) open()
  }
  useClosedMedia({ playFrom: openAt }, !(content && 'why' in content))
  const { data: outline, error, refetch } = usePeaks(payload, address)
  useEffect(() => {
    if (error && address) stopped(address)
  }, [error, address, stopped])
  if (content && 'why' in content)
    return <WhyNotMessage payload={payload} why={content.why} again="player.again" onAgain={open} />
  const isBusy = isOpening || content !== undefined
  const closed = (
    <ClosedPlayer
      seconds={durationSeconds(payload)}
      isOpening={isBusy}
      onOpen={() => openAt(0)}
      note={t(isBusy ? 'player.preparing' : 'player.recorded')}
    />
  )
  if (outline === undefined || !address) return closed
  const { peaks, notMade } = outline
  const remake = async () => {
    await remakeParts(address)
    await refetch()
  }
  return (
    <Suspense fallback={closed}>
      <OpenedSound
        // Once its parts are made after all, they are played.
        key={`${address} ${peaks === null}`}
        payload={payload}
        address={address}
        peaks={peaks}
        resumeAt={resumeAt}
        closed={closed}
        onFailed={stopped}
      />
      {peaks === null && <NoWaveform notMade={notMade} onRetry={remake} />}
    </Suspense>
  )
}

interface OpenedSoundProps {
  payload: Payload
  /** A playback address. */
  address: string
  peaks: Sound['peaks']
  /** Seconds. */
  resumeAt: RefObject<number>
  closed: ReactNode
  onFailed: (address: string) => void
}

/** The player, closed while a damaged rendition is made again. */
const OpenedSound = ({ payload, address, peaks, resumeAt, closed, onFailed }: OpenedSoundProps) => {
  const { source, key, isWaiting, onError, onLoaded } = useRendition(address, onFailed, peaks === null)
  return (
    <>
      {isWaiting && closed}
      <div hidden={isWaiting}>
        <AudioPlayer
          key={key}
          payload={payload}
          sound={{ address: source, peaks }}
          resumeAt={resumeAt}
          onFailed={onError}
          onReady={onLoaded}
        />
      </div>
    </>
  )
}
