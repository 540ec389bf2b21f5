import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '../i18n/text.ts'

interface UndoNotice {
  id: string
  title: string
  message: string
  /** How long it can be undone. */
  forMs: number
  onUndo: () => void
}

/** A notice of something that can be undone while it is shown. */
export const undoNotice = ({ id, title, message, forMs, onUndo }: UndoNotice): void => {
  notifications.show({
    id,
    title,
    message: (
      <>
        <bdi>{message}</bdi>{' '}
        <Anchor component="button" type="button" size="sm" onClick={onUndo}>
          {text('notice.undo')}
        </Anchor>
      </>
    ),
    autoClose: forMs,
    withBorder: true,
    closeButtonProps: { 'aria-label': text('notice.close') },
  })
}

export const hideNotice = (id: string): void => {
  notifications.hide(id)
}
