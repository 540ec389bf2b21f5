import { Kbd, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import classes from './keyboard-help.module.css'

const keys: readonly { keys: readonly string[]; does: MessageId }[] = [
  { keys: ['Ctrl', 'K'], does: 'keys.search' },
  { keys: ['?'], does: 'keys.help' },
  { keys: ['↑', '↓'], does: 'keys.rows' },
  { keys: ['F'], does: 'keys.filter' },
  { keys: ['Space'], does: 'keys.play' },
  { keys: ['←', '→'], does: 'keys.skip' },
  { keys: ['<', '>'], does: 'keys.speed' },
  { keys: ['Esc'], does: 'keys.close' },
]

/** The list of keys. Opens anew whenever `opening` rises. */
export default function KeyboardDialog({ opening }: { opening: number }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (opening > 0) setIsOpen(true)
  }, [opening])
  return (
    <Modal
      opened={isOpen}
      onClose={() => setIsOpen(false)}
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
