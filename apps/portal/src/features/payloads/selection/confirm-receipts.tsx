import { calls, maxReceiptNoteCharacters } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Confirms the receipt of the selected recordings. */
export const ConfirmReceipts = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [note, setNote] = useState('')
  const submit = () => {
    const written = note.trim()
    onStart(async (references) => {
      const body = { payload_references: [...references], ...(written !== '' && { note: written }) }
      return (await readApi(calls.confirmReceipts, { body })).items
    })
  }
  return (
    <DialogForm label={t('receipts.confirm')} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('receipts.body_of')}</Text>
      <Textarea
        label={t('receipts.note')}
        description={t('receipts.note_hint_of')}
        maxLength={maxReceiptNoteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
