import { type CarrierImport, calls } from '@holdfast/contract'
import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { ReasonInput } from './sign-off-form.tsx'

/** Removes what a file added, with a reason, or a file that was not imported. */
export const UndoImport = ({ file }: { file: CarrierImport }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const title = t(file.state === 'Uploaded' ? 'carrier.discard' : 'carrier.undo')
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {title}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <UndoForm file={file} label={title} onDone={close} />
      </Modal>
    </>
  )
}

const UndoForm = ({ file, label, onDone }: { file: CarrierImport; label: string; onDone: () => void }) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const { import_reference, file_name, rows_imported } = file
  const { save, isSaving, refusal } = useSave({
    call: calls.undoCarrierImport,
    changes: [calls.listCarrierImports, calls.getCarrierImport, calls.listCarrierRecords, calls.getCarrierMonths],
    onSaved: () => {
      notice(text('carrier.undone'), file_name)
      onDone()
    },
  })
  return (
    <DialogForm
      label={label}
      color="red"
      isComplete={reason.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ params: { import_reference }, body: { reason: reason.trim() } })}
      onCancel={onDone}
    >
      <Text size="sm">{t('carrier.undo_body', { count: rows_imported })}</Text>
      <ReasonInput value={reason} label="carrier.undone_reason" onChange={setReason} />
    </DialogForm>
  )
}
