import { limits, type Payload } from '@holdfast/contract'
import { durationSeconds } from '@holdfast/words'
import { NativeSelect } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { use, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { CommentMarks, ShownOnTimeline } from '../comments/comment-marks.tsx'
import { CommentTimelineContext, useCommentHere } from '../comments/comment-timeline.ts'
import { useClosedMedia, useMediaControl } from '../content/media-control.ts'
import { OpenContent } from '../content/open-content.tsx'
import { useContent } from '../content/use-content.ts'
import { WhyNotMessage } from '../content/why-not-message.tsx'
import { CommentHere } from './player-controls.tsx'
import classes from './video-content.module.css'
import { VideoPlayer } from './video-player.tsx'

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2, limits.maxPlaybackSpeed] as const

/**
 * A video with a poster. Seeking uses Range requests. Its frame has the same size before it is
 * opened.
 */
export const VideoContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const video = useRef<HTMLVideoElement>(null)
  const [speed, setSpeed] = useState(1)
  const [isWaiting, setWaiting] = useState(false)
  const [isPlayWanted, setPlayWanted] = useState(false)
  const resumeAt = useRef(0)
  const mayComment = use(CommentTimelineContext)?.begin !== undefined
  const { media } = payload
  const { content, isOpening, open, stopped } = useContent(payload)
  const address = content && 'address' in content ? content.address : null
  const seek = (seconds: number) => {
    if (video.current) video.current.currentTime = seconds
  }
  const openAt = (seconds: number) => {
    if (content || isOpening) return
    resumeAt.current = seconds
    setPlayWanted(true)
    open()
  }
  useClosedMedia({ playFrom: openAt }, !content)
  useMediaControl({ position: () => resumeAt.current, seek }, address !== null)
  const onComment = useCommentHere(address === null ? null : () => resumeAt.current)
  const toggle = () => {
    const shown = video.current
    if (!shown) {
      openAt(0)
      return
    }
    // If the browser forbids playing, its own button stays.
    if (shown.paused) void shown.play().catch(() => undefined)
    else shown.pause()
  }
  usePageKeys([['play', toggle]])
  const show = () => {
    resumeAt.current = 0
    open()
  }
  const choose = (chosen: number) => {
    setSpeed(chosen)
    if (video.current) video.current.playbackRate = chosen
  }
  return (
    <figure className={classes.figure}>
      <div className={classes.frame} style={{ aspectRatio: `${media?.width ?? 16} / ${media?.height ?? 9}` }}>
        {!content && <OpenContent icon={IconVideo} isOpening={isOpening} onOpen={show} />}
        {content && 'why' in content && (
          <WhyNotMessage payload={payload} why={content.why} again="player.again" onAgain={open} />
        )}
        {address !== null && (
          <VideoPlayer
            key={address}
            payload={payload}
            address={address}
            video={video}
            speed={speed}
            resumeAt={resumeAt}
            isPlayWanted={isPlayWanted}
            onFailed={stopped}
            onWaiting={setWaiting}
          />
        )}
      </div>
      {address !== null && (
        <div className={classes.timeline}>
          <CommentMarks seconds={durationSeconds(payload) ?? 0} seek={seek} />
        </div>
      )}
      <ShownOnTimeline />
      <p className={classes.note} role="status">
        {isWaiting ? t('player.waiting') : address !== null && t('video.keys')}
      </p>
      <div className={classes.controls}>
        {mayComment && <CommentHere onComment={onComment} />}
        <SpeedSelect speed={speed} isDisabled={address === null} onChange={choose} />
      </div>
    </figure>
  )
}

interface SpeedSelectProps {
  speed: number
  isDisabled: boolean
  onChange: (speed: number) => void
}

const SpeedSelect = ({ speed, isDisabled, onChange }: SpeedSelectProps) => {
  const t = useText()
  const intl = useIntl()
  return (
    <NativeSelect
      size="xs"
      className={classes.speed}
      aria-label={t('player.speed')}
      disabled={isDisabled}
      value={String(speed)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={speeds.map((choice) => ({
        value: String(choice),
        label: t('player.speed_value', { speed: intl.formatNumber(choice) }),
      }))}
    />
  )
}
