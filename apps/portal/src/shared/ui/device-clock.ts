import { dayStyle } from '@holdfast/words'
import type { IntlShape } from 'react-intl'

const isoClock = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/

/** The device's own clock time in the person's language, not converted to any other time zone. */
export const deviceClock = (intl: IntlShape, localTime: string): string => {
  const clock = isoClock.exec(localTime)?.[0]
  if (!clock) return localTime
  return intl.formatDate(`${clock.replace(' ', 'T')}Z`, {
    dateStyle: dayStyle(intl.locale),
    timeStyle: 'medium',
    timeZone: 'UTC',
  })
}
