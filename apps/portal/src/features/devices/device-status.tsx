import type { Device } from '@holdfast/contract'
import { deviceStatusWords } from '@holdfast/words'
import { useText } from '../../shared/i18n/text.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'

/** Which other devices report a number. */
export const sharedNumberInWords = (
  { phone_number, device_references }: NonNullable<Device['shared_numbers']>[number],
  t: ReturnType<typeof useText>,
): string => t('device.number_also_on', { number: phone_number, devices: device_references.join(', ') })

const tones: Readonly<Record<ReturnType<typeof deviceStatusWords>, Tone>> = {
  'device.removed': 'neutral',
  'device.blocked': 'bad',
  'device.shared': 'warn',
  'device.deactivated': 'neutral',
  'device.number_shared': 'warn',
  'device.pending': 'warn',
  'device.active': 'good',
}

export const DeviceStatus = ({ device }: { device: Device }) => {
  const t = useText()
  const words = deviceStatusWords(device)
  const badge = <Badge tone={tones[words]}>{t(words)}</Badge>
  if (words !== 'device.number_shared') return badge
  const shared = device.shared_numbers ?? []
  return <span title={shared.map((one) => sharedNumberInWords(one, t)).join('\n')}>{badge}</span>
}
