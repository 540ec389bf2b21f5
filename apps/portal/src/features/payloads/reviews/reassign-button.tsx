import { calls, type ReviewQueueDetail } from '@holdfast/contract'
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ReviewersInput } from './reviewers-input.tsx'

/** Assigns what waits for one person to others. */
export const ReassignButton = ({ queue, from }: { queue: ReviewQueueDetail; from: string }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const [to, setTo] = useState<readonly string[]>(queue.reviewers.filter((reviewer) => reviewer !== from))
  const { save, isSaving, refusal } = useSave({
    call: calls.reassignReviews,
    changes: [calls.getReviewQueue, calls.listReviewQueues, calls.listReviewItems],
    onSaved: close,
  })
  const { queue_reference } = queue
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        onClick={open}
        aria-label={t('reviews.reassign_from', { name: from })}
      >
        {t('reviews.reassign')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('reviews.reassign_from', { name: from })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DialogForm
          label={t('reviews.reassign')}
          isComplete={to.length > 0}
          isSaving={isSaving}
          refusal={refusal}
          onSubmit={() => save({ params: { queue_reference }, body: { from, to: [...to] } })}
          onCancel={close}
        >
          <Text size="sm">{t('reviews.reassign_body')}</Text>
          <ReviewersInput label={t('reviews.reviewers')} value={to} onChange={setTo} />
        </DialogForm>
      </Modal>
    </>
  )
}
