import { calls } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { text, useText } from '../../../shared/i18n/text.ts'
import { type ChosenMatter, isComplete, MatterChoice, openedOnce } from '../../../shared/legal-holds/matter-choice.tsx'
import type { ActionDialogProps } from '../../../shared/list/selection/selection-action.ts'

/** Places a legal hold on each of the selected recordings, all of one matter. */
export const HoldRecordings = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [matter, setMatter] = useState<ChosenMatter>(null)
  const submit = () => {
    if (!isComplete(matter)) return
    const opened = openedOnce(matter)
    onStart(async (references) => {
      const matter_reference = await opened()
      const body = { payload_references: [...references] }
      const { items } = await readApi(calls.placeMatterHolds, { params: { matter_reference }, body })
      return items.map(({ target, result, code }) =>
        result === 'gone'
          ? { payload_reference: target, result: 'refused', message: text('holds.was_destroyed') }
          : { payload_reference: target, result, code },
      )
    })
  }
  return (
    <DialogForm label={t('holds.place')} isComplete={isComplete(matter)} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('holds.reach_Payload')}</Text>
      <MatterChoice matter={matter} onChange={setMatter} />
    </DialogForm>
  )
}
