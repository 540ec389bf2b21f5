import { limits } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { ActionIcon, Loader, NativeSelect, Tooltip } from '@mantine/core'
import {
  IconMessagePlus,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, use } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { CommentTimelineContext } from '../comments/comment-timeline.ts'
import classes from './audio-player.module.css'

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, limits.maxPlaybackSpeed] as const
const skipSeconds = 10

interface PlayerControlsProps {
  /** Seconds; `null` while unknown. */
  position: number
  duration: number | null
  isPlaying?: boolean
  /** Play is disabled. */
  isWaiting: boolean
  /** It is being opened, or waits for the server: a loader stands in the place of the icon. */
  isOpening?: boolean
  speed?: number
  /** The keys, or what is going on. */
  note: ReactNode
  playButton?: RefObject<HTMLButtonElement | null>
  onPlay: () => void
  /** Absent while the player is closed, which has the same look and size. */
  onSkip?: (seconds: number) => void
  onSpeed?: (speed: number) => void
  /** Comments on the present moment; absent while the player is closed, and for people who can't comment. */
  onComment?: (() => void) | undefined
}

/** The buttons below a waveform and a note, the same before and after the sound is opened. */
export const PlayerControls = (props: PlayerControlsProps) => {
  const { position, duration, isPlaying = false, isWaiting, isOpening = false, speed = 1, note } = props
  const { playButton, onPlay, onSkip, onSpeed, onComment } = props
  const mayComment = use(CommentTimelineContext)?.begin !== undefined
  const t = useText()
  const intl = useIntl()
  const round = { radius: '50%', size: 36, variant: 'default', disabled: !onSkip } as const
  return (
    <>
      <div className={classes.controls}>
        <ActionIcon
          size={48}
          radius="50%"
          variant="filled"
          ref={playButton}
          onClick={onPlay}
          aria-disabled={isWaiting}
          data-disabled={isWaiting || undefined}
          aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
        >
          {isOpening && <Loader size={20} color="white" />}
          {!isOpening && (isPlaying ? <IconPlayerPauseFilled size={22} /> : <IconPlayerPlayFilled size={22} />)}
        </ActionIcon>
        <ActionIcon {...round} onClick={() => onSkip?.(-skipSeconds)} aria-label={t('player.back')}>
          <IconRewindBackward10 size={20} stroke={1.6} />
        </ActionIcon>
        <ActionIcon {...round} onClick={() => onSkip?.(skipSeconds)} aria-label={t('player.forward')}>
          <IconRewindForward10 size={20} stroke={1.6} />
        </ActionIcon>
        {mayComment && <CommentHere onComment={onComment} />}
        <span className={classes.time}>
          {clockTime(position)} / {duration === null ? '–' : clockTime(duration)}
        </span>
        <NativeSelect
          size="xs"
          className={classes.speed}
          aria-label={t('player.speed')}
          disabled={!onSpeed}
          value={String(speed)}
          onChange={(event) => onSpeed?.(Number(event.currentTarget.value))}
          data={speeds.map((choice) => ({
            value: String(choice),
            label: t('player.speed_value', { speed: intl.formatNumber(choice) }),
          }))}
        />
      </div>
      <p className={classes.note} role="status">
        {note}
      </p>
    </>
  )
}

/** Starts a comment at the current position. Disabled until the player is open. */
export const CommentHere = ({ onComment }: { onComment: (() => void) | undefined }) => {
  const t = useText()
  return (
    <Tooltip label={t('comment.here_key')}>
      <ActionIcon
        radius="50%"
        size={36}
        variant="default"
        disabled={!onComment}
        onClick={onComment}
        aria-label={t('comment.here')}
      >
        <IconMessagePlus size={20} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
