import { calls } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Has those of the selected recordings scanned again that are quarantined. */
export const RescanRecordings = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const start = () =>
    onStart(async (references) => {
      const body = { payload_references: [...references] }
      return (await readApi(calls.rescanPayloads, { body })).items
    })
  return (
    <DialogForm hasNoFields label={t('rescan.again')} onSubmit={start} onCancel={onClose}>
      <Text size="sm">{t('rescan.body_of')}</Text>
    </DialogForm>
  )
}
