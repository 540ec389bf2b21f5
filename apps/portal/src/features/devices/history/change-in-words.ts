import type { DeviceChange, ServiceName } from '@holdfast/contract'
import type { useText } from '../../../shared/i18n/text.ts'

type Text = ReturnType<typeof useText>

/** A change of a device as a sentence or as 'name: before → after'. */
export const changeInWords = (t: Text, change: DeviceChange): string => {
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
      return `${t(change.from.length > 0 ? 'device.was_reset' : 'device.installation')}: ${step(t, change)}`
    case 'phone_number':
      return slot_index === null
        ? `${t('device.number')}: ${step(t, change)}`
        : `${t('device.number_in_slot', { slot: slot_index + 1 })}: ${step(t, change)}`
    default:
      return `${t(names[field])}: ${step(t, change)}`
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

const step = (t: Text, change: DeviceChange): string => {
  const [from, to] = [valuesOf(t, change, change.from), valuesOf(t, change, change.to)]
  if (change.is_from_hidden) return t('device.changed_from_hidden', { to: to || t('form.none') })
  if (from === '') return to
  return t('device.changed_from', { from, to: to || t('form.none') })
}

const valuesOf = (t: Text, { field }: DeviceChange, values: readonly string[]): string =>
  values.map((value) => (field === 'services' ? t(`service.${value as ServiceName}`) : value)).join(', ')
