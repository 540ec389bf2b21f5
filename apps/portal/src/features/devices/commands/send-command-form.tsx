import { type CommandOutcome, calls } from '@holdfast/contract'
import { Alert, List } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import { FoundInput } from '../../../shared/list/found-input.tsx'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { failureMessage, notice } from '../../../shared/notices/notice.ts'
import { CommandInput, commandOf, noCommand } from './command-input.tsx'

interface SendCommandFormProps {
  device: string | undefined
  onDone: () => void
}

const which = { kind: 'found', finds: 'device', name: 'device_references', label: 'command.devices' } as const

/** Chooses a command, and the devices that get it. Devices that refuse it are named, and the form stays open. */
export const SendCommandForm = ({ device, onDone }: SendCommandFormProps) => {
  const t = useText()
  const [filter, setFilter] = useState<FilterValues>({})
  const [chosen, setChosen] = useState(noCommand)
  const [refused, setRefused] = useState<readonly CommandOutcome[]>([])
  const devices = device === undefined ? valuesOf(filter, which.name) : [device]
  const command = commandOf(chosen)
  const { save, isSaving, refusal } = useSave({
    call: calls.sendCommands,
    changes: [calls.listCommands, calls.listDeviceCommands],
    onSaved: ({ items }) => {
      const failed = items.filter(({ result }) => result === 'refused')
      const waiting = items.filter(({ result }) => result === 'waiting').length
      setRefused(failed)
      const count = items.length - failed.length - waiting
      if (count + waiting > 0) {
        notice(text('command.sent', { count }), waiting > 0 ? text('command.was_waiting', { count: waiting }) : '')
      }
      if (failed.length === 0) onDone()
    },
  })
  const send = () => {
    if (command !== null) save({ body: { device_references: [...devices], ...command } })
  }
  return (
    <DialogForm
      label={t('command.send', { count: devices.length })}
      isComplete={devices.length > 0 && command !== null}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={send}
      onCancel={onDone}
    >
      {device === undefined && <FoundInput field={which} filter={filter} onChange={setFilter} isFoundOnly />}
      <CommandInput chosen={chosen} onChange={setChosen} isFocused={device !== undefined} />
      {refused.length > 0 && (
        <Alert color="red" role="alert" title={t('command.not_sent', { count: refused.length })}>
          <List size="sm">
            {refused.map((outcome) => (
              <List.Item key={outcome.device_reference}>
                <bdi>{outcome.device_reference}</bdi>:{' '}
                {failureMessage(new ApiError(409, outcome as { message: string }))}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </DialogForm>
  )
}
