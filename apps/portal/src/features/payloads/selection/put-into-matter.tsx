import { calls } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { type ChosenMatter, isComplete, MatterChoice, openedOnce } from '../../../shared/legal-holds/matter-choice.tsx'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Puts the selected recordings into one matter. */
export const PutIntoMatter = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const submit = () => {
    if (!isComplete(matter)) return
    const opened = openedOnce(matter)
    onStart(async (references) => {
      const params = { matter_reference: await opened() }
      const body = { payload_references: [...references] }
      return (await readApi(calls.putMatterPayloads, { params, body })).items
    })
  }
  return (
    <DialogForm label={t('matters.put_in')} isComplete={isComplete(matter)} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('matters.put_in_body')}</Text>
      <MatterChoice matter={matter} onChange={setMatter} isForRecordings />
    </DialogForm>
  )
}
