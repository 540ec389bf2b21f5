import type { Payload } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { CommentMarks, ShownOnTimeline } from '../comments/comment-marks.tsx'
import { useCommentHere } from '../comments/comment-timeline.ts'
import { useMediaControl } from '../content/media-control.ts'
import { useReloadAudit } from '../payload-queries.ts'
import classes from './audio-player.module.css'
import { channelsOf, useLaneName } from './lane-name.ts'
import type { Span } from './peaks.ts'
import { PlayerControls, speeds } from './player-controls.tsx'
import type { Sound } from './use-sound.ts'
import { useWaveform } from './use-waveform.ts'

const skipSeconds = 10

interface AudioPlayerProps {
  payload: Payload
  sound: Sound
  /** Seconds: where to start, kept up to date while it plays. */
  resumeAt: RefObject<number>
  /** Whether it plays once it is ready. */
  isAsked: boolean
  /** It begins to play or goes on. */
  onPlay: () => void
  onFailed: () => void
  /** The browser has begun to load the sound. */
  onReady: () => void
}

/** Waveform, seeking, speed from 0.5 to 3, and skipping by 10 seconds. Space and arrow keys do the same. */
export default function AudioPlayer(props: AudioPlayerProps) {
  const { payload, sound, resumeAt, isAsked, onPlay, onFailed, onReady } = props
  const t = useText()
  const container = useRef<HTMLDivElement>(null)
  const playButton = useRef<HTMLButtonElement>(null)
  const [speed, setSpeed] = useLocalStorage<number>({
    key: 'holdfast.speed',
    defaultValue: 1,
    getInitialValueInEffect: false,
  })
  const onReported = useReloadAudit(payload.payload_reference)
  const waveform = useWaveform(container, {
    sound,
    resumeAt,
    isAsked,
    onPlay,
    onFailed,
    onReady,
    onReported,
    speed,
  })
  const { isPlaying, isReady, isWaiting, position, duration, toggle, seek } = waveform
  const pauses = pausesOf(payload, duration)
  const stepSpeed = (step: 1 | -1) => {
    const next = speeds[speeds.indexOf(speed as (typeof speeds)[number]) + step]
    if (next) setSpeed(next)
  }
  useMediaControl({ position: () => resumeAt.current, seek }, isReady)
  const onComment = useCommentHere(isReady ? () => resumeAt.current : null)
  const skip = (seconds: number) => seek(position + seconds)
  // The focused button disappeared with the closed player.
  useEffect(() => {
    if (isAsked && document.activeElement === document.body) playButton.current?.focus({ preventScroll: true })
  }, [isAsked])
  usePageKeys([
    ['play', toggle],
    ['skipBack', () => skip(-skipSeconds)],
    ['skipForward', () => skip(skipSeconds)],
    ['slower', () => stepSpeed(-1)],
    ['faster', () => stepSpeed(1)],
  ])
  return (
    <section aria-label={t('player.label')}>
      <div className={classes.timeline}>
        <div ref={container} className={classes.waveform} aria-hidden />
        <TimelineMarks payload={payload} sound={sound} pauses={pauses} duration={duration} />
        <CommentMarks seconds={duration} seek={seek} />
        <input
          type="range"
          className={classes.position}
          min={0}
          max={Math.max(1, Math.floor(duration))}
          step={1}
          value={Math.floor(position)}
          disabled={!isReady}
          aria-label={t('player.position')}
          aria-valuetext={t('player.position_value', { time: clockTime(position), duration: clockTime(duration) })}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      </div>
      {pauses.length > 0 && <PausesNote pauses={pauses} />}
      {sound.peaks?.channels.length === 2 && <LanesNote payload={payload} />}
      <ShownOnTimeline />
      <PlayerControls
        position={position}
        duration={duration}
        isPlaying={isPlaying}
        isWaiting={!isReady}
        isOpening={isWaiting && isPlaying}
        speed={speed}
        playButton={playButton}
        note={isWaiting ? t('player.waiting') : <KeysNote canComment={onComment !== undefined} />}
        onPlay={toggle}
        onSkip={skip}
        onSpeed={setSpeed}
        onComment={onComment}
      />
    </section>
  )
}

interface TimelineMarksProps {
  payload: Payload
  sound: Sound
  pauses: readonly Span[]
  /** Seconds. */
  duration: number
}

/** Pauses, silences and the names of the lanes, over the waveform. */
const TimelineMarks = ({ payload, sound: { peaks }, pauses, duration }: TimelineMarksProps) => {
  const t = useText()
  const laneName = useLaneName(payload)
  return (
    <>
      {pauses.map(({ start, end }) => (
        <span
          key={start}
          className={classes.pause}
          title={t('player.pause_mark', { start: clockTime(start), end: clockTime(end) })}
          style={placeOf({ start, end }, duration)}
        />
      ))}
      {duration > 0 &&
        peaks?.silences.map((span) => (
          <span
            key={span.start}
            className={classes.silence}
            title={t('player.silence_mark', { start: clockTime(span.start), end: clockTime(span.end) })}
            style={placeOf(span, duration)}
          />
        ))}
      {peaks?.channels.length === 2 && (
        <div className={classes.lanes} aria-hidden>
          <span className={classes.lane}>{laneName(0)}</span>
          <span className={classes.lane}>{laneName(1)}</span>
        </div>
      )}
    </>
  )
}

/** The keys of the player; on screens without a keyboard, that the playback is recorded. */
const KeysNote = ({ canComment }: { canComment: boolean }) => {
  const t = useText()
  return (
    <>
      <span className={classes.withKeys}>
        {t('player.keys')} {canComment && <span className={classes.commentKey}>{t('comment.key')}</span>}
      </span>
      <span className={classes.withoutKeys}>{t('player.recorded')}</span>
    </>
  )
}

const mostListed = 10

/** What the marked stretches are, and where. */
const PausesNote = ({ pauses }: { pauses: readonly Span[] }) => {
  const t = useText()
  const times = pauses.slice(0, mostListed).map(({ start, end }) => `${clockTime(start)} – ${clockTime(end)}`)
  const further = pauses.length > mostListed ? ' …' : ''
  return (
    <p className={classes.legend}>
      <span className={classes.swatch} aria-hidden />
      <span>{t('player.pauses', { count: pauses.length, times: `${times.join(', ')}${further}` })}</span>
    </p>
  )
}

/** Why lanes have no names. */
const LanesNote = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const count = channelsOf(payload)
  if (count > 2) return <p className={classes.unnamed}>{t('player.mixed_channels', { count })}</p>
  if (payload.meta.channel_parties?.length === 2) return null
  return <p className={classes.unnamed}>{t('player.unnamed_channels')}</p>
}

const placeOf = ({ start, end }: Span, duration: number) => ({
  left: `${(start / duration) * 100}%`,
  width: `${((end - start) / duration) * 100}%`,
})

/** The pauses of an interview, in positions of the recording. */
const pausesOf = ({ meta, payload_time }: Payload, duration: number): Span[] => {
  const startedAt = Date.parse(payload_time)
  return (meta.pause_times ?? [])
    .map(({ start, end }) => ({
      start: (Date.parse(start) - startedAt) / 1000,
      end: end === null ? duration : (Date.parse(end) - startedAt) / 1000,
    }))
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(duration, end) }))
    .filter(({ start, end }) => end > start)
}
