import { ActionIcon, Loader } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { clockTime } from '../../shared/ui/quantities.ts'
import classes from './audio-player.module.css'
import { usePlayerKeys } from './use-player-keys.ts'

interface ClosedPlayerProps {
  seconds: number | null
  isOpening: boolean
  onOpen: () => void
  note: string
}

/** The player before it was opened: content leaves the server when somebody presses play, and not before. */
export const ClosedPlayer = ({ seconds, isOpening, onOpen, note }: ClosedPlayerProps) => {
  const t = useText()
  const open = () => !isOpening && onOpen()
  usePlayerKeys([['space', open]])
  return (
    <section aria-label={t('player.label')}>
      <div className={classes.closed} aria-hidden />
      <div className={classes.controls}>
        <ActionIcon
          size={48}
          radius="50%"
          variant="filled"
          onClick={open}
          aria-disabled={isOpening}
          data-disabled={isOpening || undefined}
          aria-label={t('player.play')}
        >
          {isOpening ? <Loader size={20} color="white" /> : <IconPlayerPlayFilled size={22} />}
        </ActionIcon>
        <span className={classes.time}>
          {clockTime(0)} / {seconds === null ? '–' : clockTime(seconds)}
        </span>
        <span className={classes.note} role="status">
          {note}
        </span>
      </div>
    </section>
  )
}
