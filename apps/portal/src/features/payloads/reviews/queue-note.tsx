import { calls, maxReviewNoteCharacters, type ReviewItem } from '@holdfast/contract'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { useNeighbours } from '../../../shared/list/use-neighbours.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { DueOn } from './item-columns.tsx'
import { ColleagueInput } from './reviewers-input.tsx'

interface QueueNoteProps {
  item: ReviewItem
  /** A recording can wait in several queues; the key is for one of them. */
  hasKey: boolean
}

/** That this recording waits for the person in a queue, who passed it on and why, and the way to pass it on. */
export const QueueNote = ({ item, hasKey }: QueueNoteProps) => {
  const t = useText()
  const nameOf = useColleagues(item.passed_on_by ? [item.passed_on_by] : [])
  const [isOpen, { open, close }] = useDisclosure(false)
  usePageKeys(hasKey ? [['escalate', open]] : [])
  return (
    <Stack gap="xs" mb="sm">
      <Group justify="space-between">
        <Text size="sm">
          {t('reviews.waits_in')} <bdi>{item.queue_name}</bdi>
          {item.due_on !== null && (
            <>
              {' · '}
              {t('reviews.due_on')} <DueOn day={item.due_on} />
            </>
          )}
        </Text>
        <Button size="compact-xs" variant="default" onClick={open}>
          {t('reviews.escalate')}
        </Button>
      </Group>
      {item.passed_on_by && (
        <Text size="sm">
          {t('reviews.passed_on_by', { name: nameOf(item.passed_on_by) })} <bdi>{item.passed_on_note}</bdi>
        </Text>
      )}
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('reviews.escalate_title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <EscalateForm item={item} onDone={close} />
      </Modal>
    </Stack>
  )
}

const EscalateForm = ({ item, onDone }: { item: ReviewItem; onDone: () => void }) => {
  const t = useText()
  const { next: goOn } = useNeighbours()
  const [to, setTo] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState<ApiError | null>(null)
  const { save, isSaving, refusal } = useSave({
    call: calls.escalateReviews,
    changes: [calls.listOwnReviews],
    onSaved: ({ items: [outcome] }) => {
      if (outcome?.result === 'refused') {
        return setRefused(new ApiError(409, outcome as Pick<typeof outcome, 'message'>))
      }
      notice(text('reviews.escalated'), to.join(', '))
      onDone()
      goOn?.()
    },
  })
  const { queue_reference, payload_reference } = item
  const [colleague] = to
  const canPass = colleague !== undefined && note.trim() !== ''
  const pass = () => {
    setRefused(null)
    if (colleague === undefined) return
    const body = { payload_references: [payload_reference], to: colleague, note: note.trim() }
    save({ params: { queue_reference }, body })
  }
  return (
    <DialogForm
      label={t('reviews.escalate')}
      isComplete={canPass}
      isSaving={isSaving}
      refusal={refused ?? refusal}
      onSubmit={pass}
      onCancel={onDone}
    >
      <ColleagueInput payloadReference={payload_reference} value={to} onChange={setTo} />
      <Textarea
        label={t('reviews.note')}
        withAsterisk
        maxLength={maxReviewNoteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
