import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../api/client.ts'
import { type MessageId, useText } from '../i18n/text.ts'

interface LeaveQuestionProps {
  /** Whether something would be lost, asked at the moment of leaving. */
  isUnsaved: () => boolean
  /** Whether all of it is on its way to the server: other screens can be gone to, the portal not be closed. */
  isOnItsWay?: () => boolean
  title?: MessageId
  body?: MessageId
}

/**
 * Asks before what was not saved is left behind: in the portal with its own words, and when the page is closed with the
 * browser's. Whose session or visit is over is not asked: nothing could be saved any more.
 */
export const LeaveQuestion = (props: LeaveQuestionProps) => {
  const { isUnsaved, isOnItsWay = () => false, title = 'form.leave_title', body = 'form.leave_body' } = props
  const t = useText()
  const [account] = useState(session.activeClient)
  const wouldLose = () => session.activeClient() === account && isUnsaved()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && wouldLose() && !isOnItsWay(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
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
          <Button variant="default" onClick={proceed}>
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
