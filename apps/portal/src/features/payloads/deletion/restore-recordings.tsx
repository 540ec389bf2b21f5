import { calls } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Restores those of the selected recordings that are deleted. */
export const RestoreRecordings = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const start = () =>
    onStart(async (references) => {
      const body = { payload_references: [...references] }
      return (await readApi(calls.restorePayloads, { body })).items
    })
  return (
    <DialogForm hasNoFields label={t('deletion.restore')} onSubmit={start} onCancel={onClose}>
      <Text size="sm">{t('deletion.restore_body_of')}</Text>
    </DialogForm>
  )
}
