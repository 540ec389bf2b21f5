import type { Payload } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useNames } from '../../shared/found/use-names.ts'
import { useText } from '../../shared/i18n/text.ts'

/** A recording in a few words: its kind, whose it is, and when it was made. */
export const useRecordingName = (payload: Payload): string => {
  const t = useText()
  const intl = useIntl()
  const { device_user_reference: user, device_reference, payload_type, payload_time } = payload
  const nameOf = useNames(user === null ? [] : [user])
  const time = intl.formatDate(payload_time, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return [t(`kind.${payload_type}`), user === null ? device_reference : nameOf(user), time].join(' · ')
}
