import {
  type CallInput,
  type calls,
  type DeviceCommandType,
  deviceCommandTypes,
  maxCommandMessageCharacters,
} from '@holdfast/contract'
import { Select, Text, Textarea } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

/** A command as far as it was chosen. */
export interface ChosenCommand {
  command: DeviceCommandType | null
  message: string
}

export const noCommand: ChosenCommand = { command: null, message: '' }

const takesMessage = ({ command }: ChosenCommand) => command === 'sms_auto_response'

/** What is sent; `null` while something is missing. */
export const commandOf = (
  chosen: ChosenCommand,
): Pick<CallInput<typeof calls.sendCommands>['body'], 'command' | 'params'> | null => {
  const { command } = chosen
  const message = chosen.message.trim()
  if (command === null || (takesMessage(chosen) && message === '')) return null
  return { command, params: takesMessage(chosen) ? { message } : {} }
}

interface CommandInputProps {
  chosen: ChosenCommand
  onChange: (chosen: ChosenCommand) => void
  isFocused: boolean
}

/** The fields that choose a command. */
export const CommandInput = ({ chosen, onChange, isFocused }: CommandInputProps) => {
  const t = useText()
  const { command, message } = chosen
  return (
    <>
      <Select
        label={t('command.command')}
        withAsterisk
        allowDeselect={false}
        data={deviceCommandTypes.map((value) => ({ value, label: t(`command.${value}`) }))}
        value={command}
        onChange={(value) => onChange({ ...chosen, command: value as DeviceCommandType | null })}
        data-autofocus={isFocused}
      />
      {command && <Text size="sm">{t(`command.${command}_hint`)}</Text>}
      {takesMessage(chosen) && (
        <Textarea
          label={t('command.message')}
          description={t('command.message_hint')}
          withAsterisk
          maxLength={maxCommandMessageCharacters}
          value={message}
          onChange={(event) => onChange({ ...chosen, message: event.currentTarget.value })}
        />
      )}
    </>
  )
}
