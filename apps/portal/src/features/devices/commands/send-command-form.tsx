import {
  type CommandOutcome,
  calls,
  type DeviceCommandType,
  deviceCommandTypes,
  maxCommandMessageCharacters,
} from '@holdfast/contract'
import { Alert, List, Select, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import { FoundInput } from '../../../shared/list/found-input.tsx'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { failureMessage, notice } from '../../../shared/notices/notice.ts'

interface SendCommandFormProps {
  device: string | undefined
  onDone: () => void
}

const which = { kind: 'found', finds: 'device', name: 'device_references', label: 'command.devices' } as const

/** Chooses a command, and the devices that get it. Devices that refuse it are named, and the form stays open. */
export const SendCommandForm = ({ device, onDone }: SendCommandFormProps) => {
  const t = useText()
  const [chosen, setChosen] = useState<FilterValues>({})
  const [command, setCommand] = useState<DeviceCommandType | null>(null)
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<readonly CommandOutcome[]>([])
  const devices = device === undefined ? valuesOf(chosen, which.name) : [device]
  const takesMessage = command === 'sms_auto_response'
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
  const isComplete = devices.length > 0 && command !== null && (!takesMessage || message.trim() !== '')
  const send = () => {
    if (command === null) return
    const params = takesMessage ? { message: message.trim() } : {}
    save({ body: { device_references: [...devices], command, params } })
  }
  return (
    <DialogForm
      label={t('command.send', { count: devices.length })}
      isComplete={isComplete}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={send}
      onCancel={onDone}
    >
      {device === undefined && <FoundInput field={which} filter={chosen} onChange={setChosen} />}
      <Select
        label={t('command.command')}
        withAsterisk
        allowDeselect={false}
        data={deviceCommandTypes.map((value) => ({ value, label: t(`command.${value}`) }))}
        value={command}
        onChange={(value) => setCommand(value as DeviceCommandType | null)}
        data-autofocus={device !== undefined}
      />
      {command && <Text size="sm">{t(`command.${command}_hint`)}</Text>}
      {takesMessage && (
        <Textarea
          label={t('command.message')}
          description={t('command.message_hint')}
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          maxLength={maxCommandMessageCharacters}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      )}
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
