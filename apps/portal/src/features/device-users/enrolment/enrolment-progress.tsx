import type { DeviceUser } from '@holdfast/contract'
import { Alert, Loader, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { DeviceLink } from '../../../shared/ui/device-links.tsx'
import classes from './enrolment-progress.module.css'
import { useEnrolledDevice } from './use-enrolled-device.ts'

/** Says when a handset has authenticated for the person, and which. */
export const EnrolmentProgress = ({ user, hasCode }: { user: DeviceUser; hasCode: boolean }) => {
  const t = useText()
  const can = useCan()
  const { isCodeUsed, device } = useEnrolledDevice(user, hasCode)
  if (!can('devices:read')) return <Text size="sm">{t('enrol.not_told')}</Text>
  return (
    <div role="status">
      {device ? (
        <Alert color="teal" icon={<IconCheck />} title={t('enrol.done')}>
          <Stack gap={4} align="flex-start">
            <Text size="sm">{t('enrol.done_body', { model: device.model ?? device.device_reference })}</Text>
            <DeviceLink reference={device.device_reference} />
          </Stack>
        </Alert>
      ) : (
        <div className={classes.waiting}>
          <Loader size="xs" aria-hidden />
          <Text size="sm">{t(isCodeUsed ? 'enrol.code_used' : 'enrol.waiting')}</Text>
        </div>
      )}
    </div>
  )
}
