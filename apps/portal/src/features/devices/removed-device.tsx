import type { Device } from '@holdfast/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { Moment } from '../../shared/ui/moment.tsx'

/** Who removed the device, and what is left of it. */
export const RemovedDevice = ({ device: { removed_at, removed_by } }: { device: Device }) => {
  const t = useText()
  return (
    <Alert color="gray" mb="md" role="note" icon={<IconTrash aria-hidden />} title={t('device.removed_title')}>
      <Stack gap="sm" align="flex-start">
        {removed_at && (
          <Text size="sm">
            {t('device.removed_by', { who: removed_by ?? '–' })}, <Moment time={removed_at} />
          </Text>
        )}
        <Text size="sm">{t('device.removed_hint')}</Text>
      </Stack>
    </Alert>
  )
}
