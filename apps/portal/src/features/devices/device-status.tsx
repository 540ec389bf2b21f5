import type { Device } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** Which other devices report a number. */
export const sharedNumberInWords = (
  { phone_number, device_references }: NonNullable<Device['shared_numbers']>[number],
  t: ReturnType<typeof useText>,
): string => t('device.number_also_on', { number: phone_number, devices: device_references.join(', ') })

export const DeviceStatus = ({ device }: { device: Device }) => {
  const t = useText()
  if (device.removed_at !== null) return <Badge>{t('device.removed')}</Badge>
  if (device.is_blocked) return <Badge tone="bad">{t('device.blocked')}</Badge>
  if (device.shared_serial_since !== null) return <Badge tone="warn">{t('device.shared')}</Badge>
  if (device.is_deactivated) return <Badge>{t('device.deactivated')}</Badge>
  const shared = device.shared_numbers ?? []
  if (shared.length > 0) {
    return (
      <span title={shared.map((one) => sharedNumberInWords(one, t)).join('\n')}>
        <Badge tone="warn">{t('device.number_shared')}</Badge>
      </span>
    )
  }
  if (device.last_seen === null) return <Badge tone="warn">{t('device.pending')}</Badge>
  return <Badge tone="good">{t('device.active')}</Badge>
}
