import { calls, type Device } from '@holdfast/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import classes from './device-note.module.css'
import { changesOfDevice, useShowSaved } from './device-query.ts'

/** Who blocked the device, and why, with a button to unblock it. */
export const BlockedDevice = ({ device, isReadOnly }: { device: Device; isReadOnly: boolean }) => {
  const t = useText()
  const show = useShowSaved()
  const reference = device.device_reference
  const lifting = useSave({
    call: calls.unblockDevice,
    changes: changesOfDevice,
    onSaved: (saved) => {
      show(saved)
      notice(text('device.unblock_done'), reference)
    },
  })
  return (
    <Alert color="red" mb="md" role="note" icon={<IconBan aria-hidden />} title={t('device.blocked_title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('device.blocked_hint')}</Text>
        {device.blocked_reason && <p className={classes.reason}>{device.blocked_reason}</p>}
        {device.blocked_at && (
          <Text size="sm">
            {t('device.blocked_by', { who: device.blocked_by ?? '–' })}, <Moment time={device.blocked_at} />
          </Text>
        )}
        <Refusal refusal={lifting.refusal} />
        {!isReadOnly && (
          <ConfirmButton
            variant="default"
            color="cerulean"
            label={t('device.unblock')}
            title={t('device.unblock_title', { device: reference })}
            body={t('device.unblock_body')}
            isBusy={lifting.isSaving}
            onConfirm={() => lifting.save({ params: { device_reference: reference } })}
          />
        )}
      </Stack>
    </Alert>
  )
}
