import { calls, type Device } from '@holdfast/contract'
import { List, Stack, Text } from '@mantine/core'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { changesOfDevice, useShowSaved } from './device-query.ts'

/** Removes a device, after its reference was typed. It says what that ends and what stays. */
export const RemoveDevice = ({ device }: { device: Device }) => {
  const t = useText()
  const show = useShowSaved()
  const { device_reference, updated_at } = device
  const removing = useSave({
    call: calls.deleteDevice,
    changes: [...changesOfDevice, calls.listCommands, calls.listDeviceCommands],
    onSaved: (saved) => {
      show(saved)
      notice(text('device.remove_done'), device_reference)
    },
  })
  const remove = () => removing.save({ params: { device_reference }, query: { updated_at } })
  return (
    <Panel title={t('device.removal')}>
      <Stack align="flex-start">
        <Text size="sm">{t('device.remove_hint')}</Text>
        <Refusal refusal={removing.refusal} />
        <ConfirmButton
          variant="default"
          color="red"
          label={t('device.remove')}
          title={t('device.remove_title', { device: device_reference })}
          typed={device_reference}
          body={
            <List size="sm" spacing="xs">
              <List.Item>{t('device.remove_access')}</List.Item>
              <List.Item>{t('device.remove_lost')}</List.Item>
              <List.Item>{t('device.remove_kept')}</List.Item>
              <List.Item>{t('device.remove_again')}</List.Item>
            </List>
          }
          isBusy={removing.isSaving}
          onConfirm={remove}
        />
      </Stack>
    </Panel>
  )
}
