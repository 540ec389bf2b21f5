import { calls, maxDeletionReasonCharacters } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Deletes the selected recordings, all with the same reason. */
export const DeleteRecordings = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const start = () =>
    onStart(async (references) => {
      const body = { payload_references: [...references], reason: reason.trim() }
      return (await readApi(calls.deletePayloads, { body })).items
    })
  return (
    <DialogForm
      label={t('deletion.delete')}
      color="red"
      isComplete={/[^\s\p{Cf}]/u.test(reason)}
      onSubmit={start}
      onCancel={onClose}
    >
      <Text size="sm">{t('deletion.body_of')}</Text>
      <Textarea
        label={t('deletion.reason')}
        description={t('deletion.reason_hint_of')}
        withAsterisk
        maxLength={maxDeletionReasonCharacters}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
