import type { Payload } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { deviceClock } from '../../../shared/ui/device-clock.ts'
import type { Fact } from '../../../shared/ui/facts.tsx'

/** Where the device was, its network and its clock. */
export const useDeviceFacts = ({ meta, device_ip }: Payload): Fact[] => {
  const t = useText()
  const intl = useIntl()
  const [position] = meta.locations ?? []
  const coordinates =
    position &&
    t('payload.position_value', { latitude: position.latitude.toFixed(5), longitude: position.longitude.toFixed(5) })
  const imeis = meta.imeis?.join(', ')
  return [
    { label: t('payload.local_time'), value: meta.local_time && deviceClock(intl, meta.local_time) },
    { label: t('payload.timezone'), value: meta.timezone },
    { label: t('payload.carrier'), value: meta.carrier?.carrier_name ?? meta.carrier?.carrier_code },
    {
      label: t('payload.signal'),
      value: meta.signal_strength === undefined ? null : t('payload.signal_value', { dbm: meta.signal_strength }),
    },
    { label: t('payload.imeis'), value: imeis, copy: imeis ?? null },
    { label: t('payload.position'), value: coordinates, copy: coordinates ?? null },
    { label: t('payload.device_ip'), value: device_ip, copy: device_ip },
  ]
}
