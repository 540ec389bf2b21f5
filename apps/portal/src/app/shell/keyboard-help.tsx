import { Kbd, Modal } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Fragment, type ReactNode } from 'react'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { type ShortcutId, shortcuts, useActiveShortcuts } from '../../shared/ui/shortcuts.ts'
import { usePageKeys } from '../../shared/ui/use-page-keys.ts'
import classes from './keyboard-help.module.css'

const openEvent = 'holdfast:keyboard-help'

/** Opens the list of keys from anywhere in the shell. */
export const showKeyboardHelp = (): void => {
  window.dispatchEvent(new Event(openEvent))
}

const everywhere: readonly ShortcutId[] = ['search', 'help']

const caps: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  '[plus]': '+',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** What stands on the keys to press together. Shift is left out where it only makes the character. */
const capsOf = (keys: string): string[] =>
  keys
    .split('+')
    .filter((key, _, all) => key !== 'shift' || /^\w/.test(all.at(-1) ?? ''))
    .map((key) => caps[key] ?? (key.length === 1 ? key.toUpperCase() : `${key.charAt(0).toUpperCase()}${key.slice(1)}`))

const Row = ({ does, keys }: { does: MessageId; keys: readonly string[] }) => {
  const t = useText()
  return (
    <div className={classes.row}>
      <dt>{t(does)}</dt>
      <dd>
        {keys.map((pressed, place) => (
          <Fragment key={pressed}>
            {place > 0 && t('keys.or')}
            {capsOf(pressed).map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

const Keys = ({ title, ids, children }: { title: MessageId; ids: readonly ShortcutId[]; children?: ReactNode }) => {
  const t = useText()
  if (ids.length === 0) return null
  return (
    <>
      <h3 className={classes.heading}>{t(title)}</h3>
      <dl className={classes.keys}>
        {ids.map((id) => (
          <Row key={id} {...shortcuts[id]} />
        ))}
        {children}
      </dl>
    </>
  )
}

/** The list of the keys of the present screen, of its rows and of all screens; `?` opens it. */
export const KeyboardHelp = () => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure()
  usePageKeys([['help', open]])
  useWindowEvent(openEvent as keyof WindowEventMap, open)
  const ofScreen = useActiveShortcuts('here').filter((id) => !everywhere.includes(id))
  const inRows = useActiveShortcuts('in_rows')
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('keys.close_list') }}
      centered
    >
      <Keys title="keys.of_screen" ids={ofScreen} />
      <Keys title="keys.in_rows" ids={inRows} />
      <Keys title="keys.everywhere" ids={everywhere}>
        <Row does="keys.close" keys={['Esc']} />
      </Keys>
    </Modal>
  )
}
