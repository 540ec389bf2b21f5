import type { DeviceChange, ServiceName } from '@holdfast/contract'
import type { useText } from '../../../shared/i18n/text.ts'

type Text = ReturnType<typeof useText>

interface Words {
  t: Text
  /** A device user by name, where the reader may see it. */
  nameOf: (device_user_reference: string) => string
}

/** A change of a device as a sentence or as 'name: before → after'. */
export const changeInWords = (words: Words, change: DeviceChange): string => {
  const { t } = words
  const { field, slot_index } = change
  const isSet = change.to[0] === 'true'
  switch (field) {
    case 'device_reference':
      return t(change.to.length > 0 ? 'device.was_added' : 'device.was_removed')
    case 'is_blocked':
      return t(isSet ? 'device.was_blocked' : 'device.was_unblocked')
    case 'is_deactivated':
      return t(isSet ? 'device.was_deactivated' : 'device.was_reactivated')
    case 'is_legacy':
      return t(isSet ? 'device.was_legacy' : 'device.was_migrated')
    case 'installation_id':
      return `${t(change.from.length > 0 ? 'device.was_reset' : 'device.installation')}: ${step(words, change)}`
    case 'phone_number':
      return slot_index === null
        ? `${t('device.number')}: ${step(words, change)}`
        : `${t('device.number_in_slot', { slot: slot_index + 1 })}: ${step(words, change)}`
    default:
      return `${t(names[field])}: ${step(words, change)}`
  }
}

const names = {
  device_user_reference: 'device.user',
  group: 'device.group',
  services: 'device.services',
  email: 'device.email',
  first_name: 'device.first_name',
  surname: 'device.surname',
  imeis: 'device.imeis',
  model: 'device.model',
  os_version: 'device.os_version',
  app_version: 'device.app_version',
} as const

const step = (words: Words, change: DeviceChange): string => {
  const { t } = words
  const [from, to] = [valuesOf(words, change, change.from), valuesOf(words, change, change.to)]
  if (change.is_from_hidden) return t('device.changed_from_hidden', { to: to || t('form.none') })
  if (from === '') return to
  return t('device.changed_from', { from, to: to || t('form.none') })
}

const valuesOf = ({ t, nameOf }: Words, { field }: DeviceChange, values: readonly string[]): string =>
  values
    .map((value) => {
      if (field === 'services') return t(`service.${value as ServiceName}`)
      if (field !== 'device_user_reference' || nameOf(value) === value) return value
      return `${nameOf(value)} (${value})`
    })
    .join(', ')

/** The people whom changes tell of, by reference. */
export const peopleIn = (changes: readonly DeviceChange[]): string[] =>
  changes.flatMap(({ field, from, to }) => (field === 'device_user_reference' ? [...from, ...to] : []))
