import { type SyntheticEvent, useCallback, useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { partAddress } from '../content/media-part.ts'
import { reportPlayed } from '../player/report-played.ts'
import { useRendition } from '../player/use-rendition.ts'
import classes from './message-attachments.module.css'

interface AttachedMediaProps {
  /** Playback address of the file. */
  address: string
  kind: 'audio' | 'video'
  name: string
}

/**
 * Sound or video attached to a message. Nothing is requested before the person presses play, because the trail records it, and which
 * seconds are played.
 */
export const AttachedMedia = ({ address, kind, name }: AttachedMediaProps) => {
  const t = useText()
  const [hasFailed, setFailed] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [hasPicture, setHasPicture] = useState(kind === 'video')
  const { source, key, isWaiting, onError, onLoaded } = useRendition(address, () => setFailed(true))
  const reported = useCallback(
    (element: HTMLMediaElement | null) =>
      element === null ? undefined : reportPlayed(element, address, () => undefined),
    [address],
  )
  if (hasFailed) return <p className={classes.note}>{t('message.not_played')}</p>
  const loaded = ({ currentTarget: element }: SyntheticEvent<HTMLMediaElement>) => {
    onLoaded()
    // 3GP from a voice recorder is called a video.
    if (element instanceof HTMLVideoElement) setHasPicture(element.videoWidth > 0)
    // It was pressed before the element loaded again.
    if (key !== 0) void element.play().catch(() => undefined)
  }
  const media = {
    ref: reported,
    src: source,
    controls: true,
    controlsList: 'nodownload',
    hidden: isWaiting,
    preload: isWanted ? 'metadata' : 'none',
    'aria-label': name,
    onPlay: () => setWanted(true),
    onLoadedMetadata: loaded,
    onError,
  } as const
  return (
    <>
      {isWaiting && (
        <p className={classes.note} role="status">
          {t('player.preparing')}
        </p>
      )}
      {kind === 'audio' ? (
        <audio key={key} {...media} className={classes.sound} />
      ) : (
        <video
          key={key}
          {...media}
          className={hasPicture ? classes.image : classes.soundOnly}
          poster={partAddress(address, 'poster')}
          playsInline
        />
      )}
    </>
  )
}
