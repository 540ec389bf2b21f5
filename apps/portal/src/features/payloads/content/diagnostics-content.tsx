import type { Payload } from '@holdfast/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useText } from '../../../shared/i18n/text.ts'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { useDownload, useMayDownload } from './download.tsx'

/** Diagnostics are saved, not shown, because their format is the device's. */
export const DiagnosticsContent = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const mayDownload = useMayDownload(payload)
  return (
    <Group justify="space-between">
      <Text size="sm">{t(mayDownload ? 'reviews.diagnostics_saved' : 'reviews.diagnostics_not_saved')}</Text>
      {mayDownload && <SaveFile payload={payload} />}
    </Group>
  )
}

const SaveFile = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { download, isPending } = useDownload(payload)
  usePageKeys([['saveFile', download]])
  return (
    <Button size="xs" leftSection={<IconDownload size={16} aria-hidden />} loading={isPending} onClick={download}>
      {t('reviews.save_diagnostics')}
    </Button>
  )
}
