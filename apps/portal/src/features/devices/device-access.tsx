import { calls, type Device } from '@holdfast/contract'
import { Stack, Text } from '@mantine/core'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** What ends or keeps out a device: deactivating and blocking it. Nothing where neither is left to do. */
export const DeviceAccess = ({ device }: { device: Device }) => {
  const t = useText()
  const { device_reference, is_blocked, is_deactivated } = device
  if (is_blocked && is_deactivated) return null
  return (
    <Panel title={t('device.access')}>
      <Stack align="flex-start">
        {!is_deactivated && (
          <>
            <Text size="sm">{t('device.deactivate_hint')}</Text>
            <ReasonDialog
              device_reference={device_reference}
              call={calls.deactivateDevice}
              label={t('device.deactivate')}
              title={t('device.deactivate_title', { device: device_reference })}
              body={t('device.deactivate_body')}
              onSaved={() => notice(text('device.deactivate_done'), device_reference)}
            />
          </>
        )}
        {!is_blocked && (
          <>
            <Text size="sm">{t('device.block_hint')}</Text>
            <ReasonDialog
              device_reference={device_reference}
              call={calls.blockDevice}
              label={t('device.block')}
              title={t('device.block_title', { device: device_reference })}
              body={t('device.block_body')}
              onSaved={() => notice(text('device.block_done'), device_reference)}
            />
          </>
        )}
      </Stack>
    </Panel>
  )
}
