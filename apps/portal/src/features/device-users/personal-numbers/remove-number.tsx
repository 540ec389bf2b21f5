import { calls, type PersonalNumberRecord } from '@holdfast/contract'
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { ReasonInput } from './add-numbers-form.tsx'

/** Removes a personal number, with a reason. */
export const RemoveNumber = ({ record }: { record: PersonalNumberRecord }) => {
  const t = useText()
  const { personal_number: number } = record
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('numbers.remove_which', { number })}
        onClick={open}
      >
        {t('numbers.remove')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('numbers.remove_title', { number })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <RemoveForm record={record} onDone={close} />
      </Modal>
    </>
  )
}

const RemoveForm = ({ record, onDone }: { record: PersonalNumberRecord; onDone: () => void }) => {
  const t = useText()
  const { device_user_reference, personal_number } = record
  const [reason, setReason] = useState('')
  const { save, isSaving, refusal } = useSave({
    call: calls.removePersonalNumbers,
    changes: [calls.listPersonalNumbers],
    onSaved: () => {
      notice(text('numbers.removed'), personal_number)
      onDone()
    },
  })
  return (
    <DialogForm
      label={t('numbers.remove')}
      isComplete={reason.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ body: { device_user_reference, numbers: [personal_number], reason: reason.trim() } })}
      onCancel={onDone}
    >
      <Text size="sm">{t('numbers.remove_body')}</Text>
      <ReasonInput value={reason} onChange={setReason} />
    </DialogForm>
  )
}
