import { Kbd, Modal } from '@mantine/core'
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import classes from './keyboard-help.module.css'

const openEvent = 'holdfast:keyboard-help'

/** Opens the list of keys from anywhere in the shell. */
export const showKeyboardHelp = (): void => {
  window.dispatchEvent(new Event(openEvent))
}

const keys: readonly { keys: readonly string[]; does: MessageId }[] = [
  { keys: ['Ctrl', 'K'], does: 'keys.search' },
  { keys: ['?'], does: 'keys.help' },
  { keys: ['↑', '↓'], does: 'keys.rows' },
  { keys: ['F'], does: 'keys.filter' },
  { keys: ['Space'], does: 'keys.play' },
  { keys: ['←', '→'], does: 'keys.skip' },
  { keys: ['<', '>'], does: 'keys.speed' },
  { keys: ['C'], does: 'keys.comment' },
  { keys: ['J', 'K'], does: 'keys.neighbours' },
  { keys: ['Esc'], does: 'keys.close' },
]

/** The list of keys; `?` opens it. */
export const KeyboardHelp = () => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure()
  useHotkeys([['shift+?', open]])
  useWindowEvent(openEvent as keyof WindowEventMap, open)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('keys.close') }}
      centered
    >
      <dl className={classes.keys}>
        {keys.map((row) => (
          <div key={row.does} className={classes.row}>
            <dt>{t(row.does)}</dt>
            <dd>
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
