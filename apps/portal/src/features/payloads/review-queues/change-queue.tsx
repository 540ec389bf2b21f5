import { calls, type ReviewQueueDetail } from '@holdfast/contract'
import { Alert, Button, Modal, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DateField } from '../../../shared/forms/date-field.tsx'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { ReviewersInput } from '../reviews/reviewers-input.tsx'
import { NeedsOpeningInput } from './needs-opening-input.tsx'
import { QueueSource } from './queue-source.tsx'
import { RepeatInput, repeatingOf, repetitionOf } from './repeat-input.tsx'

/** A button that opens the form for the name, the due date and the reviewers of a queue. */
export const ChangeQueue = ({ queue }: { queue: ReviewQueueDetail }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('reviews.change')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('reviews.change')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <ChangeForm queue={queue} onDone={close} />
      </Modal>
    </>
  )
}

const ChangeForm = ({ queue, onDone }: { queue: ReviewQueueDetail; onDone: () => void }) => {
  const t = useText()
  // What the person began with: the queue changes under the form as others review.
  const [{ queue_reference, version }] = useState(queue)
  const [name, setName] = useState(queue.name)
  const [dueOn, setDueOn] = useState(queue.due_on ?? '')
  const [reviewers, setReviewers] = useState<readonly string[]>(queue.reviewers)
  const [repeating, setRepeating] = useState(repeatingOf(queue.repeats))
  const [needsOpening, setNeedsOpening] = useState(queue.needs_opening)
  const { save, isSaving, refusal } = useSave({
    call: calls.updateReviewQueue,
    changes: [
      calls.getReviewQueue,
      calls.listReviewQueues,
      calls.listReviewItems,
      calls.listReviewDraws,
      calls.listOwnReviews,
    ],
    onSaved: () => {
      notice(text('reviews.changed'))
      onDone()
    },
  })
  const submit = () => {
    const body = {
      version,
      name: name.trim(),
      due_on: dueOn || null,
      reviewers: [...reviewers],
      needs_opening: needsOpening,
      repeats: repetitionOf(repeating),
    }
    save({ params: { queue_reference }, body })
  }
  return (
    <DialogForm
      label={t('form.save')}
      isComplete={name.trim() !== '' && reviewers.length > 0}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={submit}
      onCancel={onDone}
    >
      <TextInput
        label={t('reviews.queue_name')}
        withAsterisk
        maxLength={80}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {queue.draws === 0 && repeating.kind === 'never' && (
        <DateField label={t('reviews.due_on')} value={dueOn} onChange={setDueOn} />
      )}
      <ReviewersInput label={t('reviews.reviewers')} value={reviewers} onChange={setReviewers} known={queue.people} />
      <NeedsOpeningInput value={needsOpening} onChange={setNeedsOpening} />
      {queue.draws_stopped !== null && (
        <Alert color="yellow" role="note">
          {t('reviews.resume_hint')}
        </Alert>
      )}
      <RepeatInput value={repeating} onChange={setRepeating} />
      <Moves queue={queue} reviewers={reviewers} />
      <QueueSource queue={queue} />
    </DialogForm>
  )
}

/** How many recordings the change of reviewers moves. */
const Moves = ({ queue, reviewers }: { queue: ReviewQueueDetail; reviewers: readonly string[] }) => {
  const t = useText()
  const removed = queue.people.filter(
    ({ user_reference }) => queue.reviewers.includes(user_reference) && !reviewers.includes(user_reference),
  )
  const taken = removed.reduce(
    (sum, { waiting, escalated, second_review }) => sum + waiting + escalated + second_review,
    0,
  )
  const hasNew = reviewers.some((person) => !queue.reviewers.includes(person))
  const isMoving = taken > 0 || (hasNew && queue.unassigned > 0)
  return (
    <Text size="sm" role="status">
      {taken > 0 && t('reviews.change_taken', { count: taken })}{' '}
      {hasNew && queue.unassigned > 0 && t('reviews.change_unassigned', { count: queue.unassigned })}{' '}
      {hasNew && !isMoving && t('reviews.change_new')}
    </Text>
  )
}
