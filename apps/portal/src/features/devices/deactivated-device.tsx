import type { Device } from '@holdfast/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { IconMoonOff } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import classes from './device-note.module.css'

/** Who deactivated the device, and why, or that it was silent for too long. */
export const DeactivatedDevice = ({ device }: { device: Device }) => {
  const t = useText()
  const { deactivated_by, deactivation_date, deactivation_reason } = device
  const who =
    deactivated_by === null ? t('device.deactivated_by_silence') : t('device.deactivated_by', { who: deactivated_by })
  return (
    <Alert color="gray" mb="md" role="note" icon={<IconMoonOff aria-hidden />} title={t('device.deactivated_title')}>
      <Stack gap="sm" align="flex-start">
        {deactivation_reason && <p className={classes.reason}>{deactivation_reason}</p>}
        <Text size="sm">
          {who}
          {deactivation_date && (
            <>
              , <Moment time={deactivation_date} />
            </>
          )}
        </Text>
        <Text size="sm">{t('device.deactivated_hint')}</Text>
      </Stack>
    </Alert>
  )
}
