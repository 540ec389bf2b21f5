import { type AccessReviewSchedule, calls } from '@holdfast/contract'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { ScheduleForm } from './schedule-form.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

const Dialog = ({ title, isOpen, onClose, children }: DialogProps) => {
  const t = useText()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {children}
    </Modal>
  )
}

/** Names an owner and an interval for a group. */
export const SetUpReview = () => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        {t('access_reviews.set_up')}
      </Button>
      <Dialog title={t('access_reviews.set_up')} isOpen={isOpen} onClose={close}>
        <ScheduleForm schedule={null} onDone={close} />
      </Dialog>
    </>
  )
}

/** Changes or ends the reviews of a group. */
export const ScheduleActions = ({ schedule }: { schedule: AccessReviewSchedule }) => {
  const t = useText()
  const { group_reference: group } = schedule
  const [isChanging, changing] = useDisclosure(false)
  const [isEnding, ending] = useDisclosure(false)
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('access_reviews.change_who', { group })}
        onClick={changing.open}
      >
        {t('access_reviews.change')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('access_reviews.end_who', { group })}
        onClick={ending.open}
      >
        {t('access_reviews.end')}
      </Button>
      <Dialog title={t('access_reviews.change_who', { group })} isOpen={isChanging} onClose={changing.close}>
        <ScheduleForm schedule={schedule} onDone={changing.close} />
      </Dialog>
      <Dialog title={t('access_reviews.end_who', { group })} isOpen={isEnding} onClose={ending.close}>
        <EndReviews schedule={schedule} onDone={ending.close} />
      </Dialog>
    </Group>
  )
}

const EndReviews = ({ schedule, onDone }: { schedule: AccessReviewSchedule; onDone: () => void }) => {
  const t = useText()
  const { group_reference } = schedule
  const { save, isSaving, refusal } = useSave({
    call: calls.deleteAccessReviewSchedule,
    changes: [calls.listAccessReviewSchedules],
    onSaved: () => {
      notice(text('access_reviews.ended'), group_reference)
      onDone()
    },
  })
  return (
    <DialogForm
      label={t('access_reviews.end')}
      color="red"
      hasNoFields
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ params: { group_reference } })}
      onCancel={onDone}
    >
      <Text size="sm">{t('access_reviews.end_body')}</Text>
    </DialogForm>
  )
}
