import { calls } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconBriefcaseOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps, SelectionAction } from '../../../shared/list/selection/selection-action.ts'

/** Takes the selected recordings out of the matter of the screen. */
const TakeOut = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const { matter_reference = '' } = useParams({ strict: false })
  const submit = () =>
    onStart(async (references) => {
      const input = { params: { matter_reference }, body: { payload_references: [...references] } }
      return (await readApi(calls.removeMatterPayloads, input)).items
    })
  return (
    <DialogForm label={t('matters.take_out')} hasNoFields onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('matters.take_out_body')}</Text>
    </DialogForm>
  )
}

export const takeOut: SelectionAction = {
  id: 'take_out',
  action: 'matters:write',
  icon: IconBriefcaseOff,
  label: 'matters.take_out',
  title: 'matters.take_out_of',
  done: 'matters.item_removed',
  isFinal: true,
  Dialog: TakeOut,
}
