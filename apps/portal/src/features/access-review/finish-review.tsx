import { type AccessReview, calls } from '@holdfast/contract'
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiError } from '../../shared/api/api-error.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { changedByDecision, useDecide } from './use-decide.ts'

interface AskingButtonProps {
  title: string
  /** What will happen. */
  body: string
  dialog: ReturnType<typeof useDisclosure>
  isSaving: boolean
  refusal: ApiError | null
  onConfirm: () => void
}

/** A button that asks for confirmation. The dialog stays open until the server has answered, and shows why it refused. */
const AskingButton = ({ title, body, dialog, isSaving, refusal, onConfirm }: AskingButtonProps) => {
  const t = useText()
  const [isOpen, { open, close }] = dialog
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
        {title}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <DialogForm
          label={title}
          hasNoFields
          isSaving={isSaving}
          refusal={refusal}
          onSubmit={onConfirm}
          onCancel={close}
        >
          <Text size="sm">{body}</Text>
        </DialogForm>
      </Modal>
    </>
  )
}

/** Certifies what nobody has decided on, after a confirmation. */
export const CertifyRest = ({ review }: { review: AccessReview }) => {
  const t = useText()
  const dialog = useDisclosure(false)
  const { decide, ...saving } = useDecide(review, dialog[1].close)
  return (
    <AskingButton
      title={t('access_reviews.certify_rest')}
      body={t('access_reviews.certify_rest_body')}
      dialog={dialog}
      {...saving}
      onConfirm={() => decide({ decision: 'certified' })}
    />
  )
}

/** Finishes the review with what nobody has decided on, after a confirmation. */
export const FinishReview = ({ review, undecided }: { review: AccessReview; undecided: number }) => {
  const t = useText()
  const dialog = useDisclosure(false)
  const { review_reference, group_reference } = review
  const { save, isSaving, refusal } = useSave({
    call: calls.finishAccessReview,
    changes: changedByDecision,
    onSaved: () => {
      notice(text('access_reviews.done_finished'), group_reference)
      dialog[1].close()
    },
  })
  return (
    <AskingButton
      title={t('access_reviews.finish')}
      body={t('access_reviews.finish_body', { count: undecided })}
      dialog={dialog}
      isSaving={isSaving}
      refusal={refusal}
      onConfirm={() => save({ params: { review_reference } })}
    />
  )
}
