import { type AccessReview, calls } from '@holdfast/contract'
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { changedByDecision, useDecide } from './use-decide.ts'

/** Certifies what nobody has decided on, after a confirmation. */
export const CertifyRest = ({ review }: { review: AccessReview }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { decide, isSaving, refusal } = useDecide(review, close)
  const title = t('access_reviews.certify_rest')
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
          onSubmit={() => decide({ decision: 'certified' })}
          onCancel={close}
        >
          <Text size="sm">{t('access_reviews.certify_rest_body')}</Text>
        </DialogForm>
      </Modal>
    </>
  )
}

/** Finishes the review with what nobody has decided on, after a confirmation. */
export const FinishReview = ({ review, undecided }: { review: AccessReview; undecided: number }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { review_reference, group_reference } = review
  const { save, isSaving, refusal } = useSave({
    call: calls.finishAccessReview,
    changes: changedByDecision,
    onSaved: () => {
      notice(text('access_reviews.done_finished'), group_reference)
      close()
    },
  })
  const title = t('access_reviews.finish')
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
          onSubmit={() => save({ params: { review_reference } })}
          onCancel={close}
        >
          <Text size="sm">{t('access_reviews.finish_body', { count: undecided })}</Text>
        </DialogForm>
      </Modal>
    </>
  )
}
