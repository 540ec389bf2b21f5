import { useText } from '../../../shared/i18n/text.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import classes from './audio-player.module.css'
import { PlayerControls } from './player-controls.tsx'

interface ClosedPlayerProps {
  seconds: number | null
  isOpening: boolean
  /** Its waveform is on its way. */
  isDrawing: boolean
  onOpen: () => void
  note: string
}

/** The player before it is opened: content is only requested when the person presses play. */
export const ClosedPlayer = ({ seconds, isOpening, isDrawing, onOpen, note }: ClosedPlayerProps) => {
  const t = useText()
  const open = () => !isOpening && onOpen()
  usePageKeys([['play', open]])
  return (
    <section aria-label={t('player.label')} aria-busy={isDrawing}>
      <div className={classes.closed} aria-hidden />
      <PlayerControls
        position={0}
        duration={seconds}
        isWaiting={isOpening}
        isOpening={isOpening}
        note={note}
        onPlay={open}
      />
    </section>
  )
}
