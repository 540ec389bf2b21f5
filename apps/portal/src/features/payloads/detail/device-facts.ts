import type { Payload } from '@holdfast/contract'
import type { Translate } from '@holdfast/words'
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
    ...carrierFacts(meta.carrier, t, intl.locale),
    {
      label: t('payload.signal'),
      value: meta.signal_strength === undefined ? null : t('payload.signal_value', { dbm: meta.signal_strength }),
    },
    { label: t('payload.imeis'), value: imeis, copy: imeis ?? null },
    { label: t('payload.imsi'), value: meta.imsi, copy: meta.imsi ?? null },
    { label: t('payload.position'), value: coordinates, copy: coordinates ?? null },
    { label: t('payload.device_ip'), value: device_ip, copy: device_ip },
  ]
}

/** The network by name and code, its country and whether it was a foreign one. */
const carrierFacts = (carrier: Payload['meta']['carrier'], t: Translate, locale: string): Fact[] => {
  const { carrier_name: name, carrier_code: code, country_code: country, is_roaming: roams } = carrier ?? {}
  return [
    { label: t('payload.carrier'), value: name && code ? `${name} (${code})` : (name ?? code) },
    { label: t('payload.country'), value: country && countryInWords(country, locale) },
    { label: t('payload.roaming'), value: roams === undefined ? null : t(roams ? 'list.yes' : 'list.no') },
  ]
}

/** 'United Kingdom (GB)'; what is no code of ISO 3166 stays as the device reported it. */
const countryInWords = (code: string, locale: string): string => {
  if (!/^[a-z]{2}$/i.test(code)) return code
  const name = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code.toUpperCase())
  return name ? `${name} (${code.toUpperCase()})` : code
}
