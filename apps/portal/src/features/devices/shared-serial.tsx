import { calls, type Device } from '@holdfast/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { changesOfDevice, useShowSaved } from './device-query.ts'

/** Two handsets may have the serial number of this device: what tells it, what to do, and a button to dismiss it. */
export const SharedSerial = ({ device, isReadOnly }: { device: Device; isReadOnly: boolean }) => {
  const t = useText()
  const show = useShowSaved()
  const { device_reference, shared_serial_since, shared_serial_reason } = device
  const dismissing = useSave({
    call: calls.dismissSharedSerial,
    changes: changesOfDevice,
    onSaved: (saved) => {
      show(saved)
      notice(text('device.dismiss_done'), device_reference)
    },
  })
  return (
    <Alert color="yellow" mb="md" role="note" icon={<IconDevices aria-hidden />} title={t('device.shared_title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {shared_serial_reason && t(`device.shared_${shared_serial_reason}`)}
          {shared_serial_since && (
            <>
              {' '}
              {t('device.shared_since')} <Moment time={shared_serial_since} />
            </>
          )}
        </Text>
        <Text size="sm">{t('device.shared_hint')}</Text>
        <Refusal refusal={dismissing.refusal} />
        {!isReadOnly && (
          <ConfirmButton
            variant="default"
            color="cerulean"
            label={t('device.dismiss')}
            title={t('device.dismiss_title')}
            body={t('device.dismiss_body')}
            isBusy={dismissing.isSaving}
            onConfirm={() => dismissing.save({ params: { device_reference } })}
          />
        )}
      </Stack>
    </Alert>
  )
}
