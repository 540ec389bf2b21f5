import { calls, type PersonName, type ReviewQueueDetail } from '@holdfast/contract'
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { ReviewersInput } from '../reviews/reviewers-input.tsx'

interface ReassignButtonProps {
  queue: ReviewQueueDetail
  /** null: what nobody has */
  from: PersonName | null
}

/** Assigns what waits for one person, or for nobody, to others. */
export const ReassignButton = ({ queue, from: person }: ReassignButtonProps) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const from = person?.user_reference ?? null
  // Of what nobody has, the reviewers may see nothing.
  const others = from === null ? [] : queue.reviewers.filter((reviewer) => reviewer !== from)
  const [to, setTo] = useState<readonly string[]>(others)
  const title =
    person === null
      ? t('reviews.assign_unassigned')
      : t('reviews.reassign_from', { name: person.name ?? person.user_reference })
  const { save, isSaving, refusal } = useSave({
    call: calls.reassignReviews,
    changes: [calls.getReviewQueue, calls.listReviewQueues, calls.listReviewItems],
    onSaved: close,
  })
  const { queue_reference } = queue
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={open} aria-label={title}>
        {t(person === null ? 'reviews.assign_unassigned' : 'reviews.reassign')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DialogForm
          label={t(person === null ? 'reviews.assign_unassigned' : 'reviews.reassign')}
          isComplete={to.length > 0}
          isSaving={isSaving}
          refusal={refusal}
          onSubmit={() => save({ params: { queue_reference }, body: { from, to: [...to] } })}
          onCancel={close}
        >
          <Text size="sm">{t(person === null ? 'reviews.assign_unassigned_body' : 'reviews.reassign_body')}</Text>
          <ReviewersInput label={t('reviews.reviewers')} value={to} onChange={setTo} known={queue.people} />
        </DialogForm>
      </Modal>
    </>
  )
}
