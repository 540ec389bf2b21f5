import { calls, maxReviewNoteCharacters, type ReviewMark } from '@holdfast/contract'
import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'

/** Withdraws one's own mark, with a reason. */
export const WithdrawReview = ({ mark }: { mark: ReviewMark }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={open}>
        {t('reviews.withdraw')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('reviews.withdraw_title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <WithdrawForm mark={mark} onDone={close} />
      </Modal>
    </>
  )
}

const WithdrawForm = ({ mark, onDone }: { mark: ReviewMark; onDone: () => void }) => {
  const t = useText()
  const queryClient = useQueryClient()
  const { payload_reference, mark_reference } = mark
  const reloadAudit = useReloadAudit(payload_reference)
  const [reason, setReason] = useState('')
  const { save, isSaving, refusal } = useSave({
    call: calls.withdrawReview,
    changes: [calls.listReviewMarks, calls.listOwnReviews],
    onSaved: () => {
      reloadAudit()
      void queryClient.invalidateQueries(payloadQuery(payload_reference))
      notice(text('reviews.withdrawn_notice'))
      onDone()
    },
  })
  return (
    <DialogForm
      label={t('reviews.withdraw')}
      isComplete={reason.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ params: { payload_reference, mark_reference }, body: { reason: reason.trim() } })}
      onCancel={onDone}
    >
      <Text size="sm">{t('reviews.withdraw_body')}</Text>
      <Textarea
        label={t('reviews.withdraw_reason')}
        withAsterisk
        maxLength={maxReviewNoteCharacters}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
