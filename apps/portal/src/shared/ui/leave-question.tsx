import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../api/client.ts'
import { type MessageId, useText } from '../i18n/text.ts'

interface LeaveQuestionProps {
  /** Whether something would be lost. Asked when the person leaves. */
  isUnsaved: () => boolean
  /**
   * Whether all changes are being sent: the person may open other screens, but closing the page would still lose them.
   */
  isOnItsWay?: () => boolean
  title?: MessageId
  body?: MessageId
  /** Called when the person leaves nevertheless. */
  onLeave?: () => void
}

/**
 * Asks before unsaved changes are lost: in the portal by a dialog, and when the page is closed by the browser's own
 * question. Not asked when the session or the visit is over, because nothing could be saved any more.
 */
export const LeaveQuestion = (props: LeaveQuestionProps) => {
  const { isUnsaved, isOnItsWay = () => false, title = 'form.leave_title', body = 'form.leave_body', onLeave } = props
  const t = useText()
  const [account] = useState(session.activeClient)
  const wouldLose = () => session.activeClient() === account && isUnsaved()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && wouldLose() && !isOnItsWay(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  const leave = () => {
    onLeave?.()
    proceed?.()
  }
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t(title)}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <Text size="sm">{t(body)}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {t('form.leave')}
          </Button>
          <Button onClick={reset} data-autofocus>
            {t('form.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
