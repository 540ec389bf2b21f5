import type { Payload } from '@holdfast/contract'
import { IconClockHour4 } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { StateMessage } from '../../../shared/ui/state-message.tsx'
import { partAddress } from '../content/media-part.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { reportPlayed } from './report-played.ts'
import { useRendition } from './use-rendition.ts'
import classes from './video-content.module.css'
import { watchWaiting } from './watch-waiting.ts'

interface VideoPlayerProps {
  payload: Payload
  /** A playback address. */
  address: string
  video: RefObject<HTMLVideoElement | null>
  speed: number
  /** Seconds: where to start, kept up to date while it plays. */
  resumeAt: RefObject<number>
  /** Whether the person opened it by the key that plays. */
  isPlayWanted: boolean
  onFailed: (address: string) => void
  /** Whether it should play, but waits for the server. */
  onWaiting: (isWaiting: boolean) => void
}

/**
 * The video itself, in a form that this browser plays. Until the person presses play only its poster is requested, because whoever
 * gets the video itself is recorded as playing it.
 */
export const VideoPlayer = (props: VideoPlayerProps) => {
  const { payload, address, video, speed, resumeAt, isPlayWanted, onFailed, onWaiting } = props
  const t = useText()
  const intl = useIntl()
  const [isWanted, setWanted] = useState(isPlayWanted || resumeAt.current > 0)
  const { source, key, isWaiting, onError, onLoaded } = useRendition(address, onFailed)
  const onReported = useReloadAudit(payload.payload_reference)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key renders a new video element
  useEffect(
    () => (video.current ? reportPlayed(video.current, address, onReported) : undefined),
    [video, address, onReported, key],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key renders a new video element
  useEffect(() => {
    const stop = video.current ? watchWaiting(video.current, onWaiting) : () => undefined
    return () => {
      stop()
      onWaiting(false)
    }
  }, [video, onWaiting, key])
  // The focused button disappeared with what was shown before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key renders a new video element
  useEffect(() => {
    if (!isWaiting && document.activeElement === document.body) video.current?.focus({ preventScroll: true })
  }, [video, isWaiting, key])
  const start = (element: HTMLVideoElement) => {
    onLoaded()
    element.playbackRate = speed
    // After another request it continues where it stopped, if the browser allows autoplay.
    if (resumeAt.current > 0) element.currentTime = resumeAt.current
    void element.play().catch(() => undefined)
  }
  return (
    <>
      {isWaiting && (
        <div role="status">
          <StateMessage
            icon={IconClockHour4}
            title={t('video.preparing_title')}
            body={t('video.preparing', { format: payload.media?.content_type ?? '' })}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: evidence is shown as it was captured; there are no captions */}
      <video
        key={key}
        ref={video}
        className={classes.video}
        hidden={isWaiting}
        src={source}
        poster={partAddress(address, 'poster')}
        controls
        // Saving is an act of its own, which needs a right and is recorded as such.
        controlsList="nodownload"
        playsInline
        preload={isWanted ? 'metadata' : 'none'}
        aria-label={t('video.label', {
          time: intl.formatDate(payload.payload_time, { dateStyle: 'long', timeStyle: 'short' }),
          who: payload.device_user_reference ?? payload.device_reference,
        })}
        onPlay={() => setWanted(true)}
        onLoadedMetadata={(event) => start(event.currentTarget)}
        onTimeUpdate={({ currentTarget }) => {
          resumeAt.current = currentTarget.currentTime
        }}
        onError={onError}
      />
    </>
  )
}
