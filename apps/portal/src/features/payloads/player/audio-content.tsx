import type { Payload } from '@holdfast/contract'
import { durationSeconds } from '@holdfast/words'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { useClosedMedia } from '../content/media-control.ts'
import { remakeParts } from '../content/media-part.ts'
import { rememberOpened } from '../content/opened-here.ts'
import { useContent } from '../content/use-content.ts'
import { useOpenAtOnce } from '../content/use-open-at-once.ts'
import { WhyNotMessage } from '../content/why-not-message.tsx'
import { ClosedPlayer } from './closed-player.tsx'
import { NoWaveform } from './no-waveform.tsx'
import { useRendition } from './use-rendition.ts'
import { type Sound, usePeaks } from './use-sound.ts'

/** Fetched with the waveform, so that opening the screen does not wait for wavesurfer. */
const AudioPlayer = lazy(() => import('./audio-player.tsx'))

/**
 * A call or an interview. Its waveform is there when the screen opens, unless the account asks for a reason; the sound is fetched once the
 * person presses play.
 */
export const AudioContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { content, isOpening, open, stopped } = useContent(payload, { isHeard: true })
  /** Kept when another address is requested, so that it goes on where it stopped. */
  const resumeAt = useRef(0)
  const [isAsked, setAsked] = useState(false)
  const address = content && 'address' in content ? content.address : undefined
  const playFrom = (seconds: number) => {
    resumeAt.current = seconds
    setAsked(true)
    if (!content && !isOpening) open()
  }
  useOpenAtOnce({ mayHavePictures: false, open })
  useClosedMedia({ playFrom }, !(content && 'why' in content))
  const { data: outline, error, refetch } = usePeaks(payload, address)
  useEffect(() => {
    if (error && address) stopped(address)
  }, [error, address, stopped])
  if (content && 'why' in content)
    return <WhyNotMessage payload={payload} why={content.why} again="player.again" onAgain={open} />
  const isBusy = isAsked && (isOpening || content !== undefined)
  const closed = (
    <ClosedPlayer
      seconds={durationSeconds(payload)}
      isOpening={isBusy}
      isDrawing={isOpening || (address !== undefined && outline === undefined)}
      onOpen={() => playFrom(0)}
      note={t(isBusy ? 'player.preparing' : 'player.recorded')}
    />
  )
  if (outline === undefined || !address) return closed
  const { peaks, notMade } = outline
  const remake = async () => {
    await remakeParts(address)
    await refetch()
  }
  const noWaveform = peaks === null && <NoWaveform notMade={notMade} onRetry={remake} />
  // Without a waveform there is nothing to show before the sound is fetched.
  if (peaks === null && !isAsked) {
    return (
      <>
        {closed}
        {noWaveform}
      </>
    )
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
        isAsked={isAsked}
        onPlay={() => {
          setAsked(true)
          rememberOpened(payload.payload_reference)
        }}
        closed={closed}
        onFailed={stopped}
      />
      {noWaveform}
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
  /** Whether the person wants to hear it. */
  isAsked: boolean
  onPlay: () => void
  closed: ReactNode
  onFailed: (address: string) => void
}

/** The player, closed while a damaged rendition is made again. */
const OpenedSound = (props: OpenedSoundProps) => {
  const { payload, address, peaks, resumeAt, isAsked, onPlay, closed, onFailed } = props
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
          isAsked={isAsked}
          onPlay={onPlay}
          onFailed={onError}
          onReady={onLoaded}
        />
      </div>
    </>
  )
}
