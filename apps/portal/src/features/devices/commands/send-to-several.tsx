import { calls, type Device } from '@holdfast/contract'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { ActionDialogProps, SelectionAction } from '../../../shared/list/selection/selection-action.ts'
import { CommandInput, commandOf, noCommand } from './command-input.tsx'

/** Sends a command to the selected devices. */
const SendToSeveral = ({ references, onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [chosen, setChosen] = useState(noCommand)
  const command = commandOf(chosen)
  const submit = () => {
    if (command === null) return
    onStart(async (batch) => {
      const body = { device_references: [...batch], ...command }
      return (await readApi(calls.sendCommands, { body })).items
    })
  }
  return (
    <DialogForm
      label={t('command.send', { count: references.length })}
      isComplete={command !== null}
      onSubmit={submit}
      onCancel={onClose}
    >
      <CommandInput chosen={chosen} onChange={setChosen} isFocused />
    </DialogForm>
  )
}

/** In the list of devices. Sending again changes nothing for a device that has not answered yet. */
export const sendToSelected: SelectionAction = {
  id: 'command',
  action: 'devices:command',
  icon: IconSend,
  label: 'command.send_one',
  title: 'command.send_to',
  done: 'command.item_sent',
  refusalOf: ({ is_blocked, removed_at }: Device) => {
    if (removed_at !== null) return 'command.device_removed'
    return is_blocked ? 'command.device_blocked' : null
  },
  lasting: ['request.not_found', 'auth.forbidden', 'command.device_blocked', 'command.device_removed'],
  Dialog: SendToSeveral,
}
