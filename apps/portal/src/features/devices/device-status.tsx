import type { Device } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'

export const DeviceStatus = ({ device }: { device: Device }) => {
  const t = useText()
  if (device.removed_at !== null) return <Badge>{t('device.removed')}</Badge>
  if (device.is_blocked) return <Badge tone="bad">{t('device.blocked')}</Badge>
  if (device.shared_serial_since !== null) return <Badge tone="warn">{t('device.shared')}</Badge>
  if (device.is_deactivated) return <Badge>{t('device.deactivated')}</Badge>
  if (device.last_seen === null) return <Badge tone="warn">{t('device.pending')}</Badge>
  return <Badge tone="good">{t('device.active')}</Badge>
}
