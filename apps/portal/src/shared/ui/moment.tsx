import { dayStyle } from '@holdfast/words'
import { Tooltip } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { usePageWidth } from '../list/use-page-width.ts'
import { deviceClock } from './device-clock.ts'
import { zoneOf } from './known-zone.ts'

interface MomentProps {
  /** ISO timestamp. */
  time: string
  /** The device's time zone and clock time, for the tooltip. */
  timezone?: string | undefined
  localTime?: string | undefined
  withSeconds?: boolean
  /** Leaves out the date of a time of today and, on a phone, the year of a time of this year. */
  isShortToday?: boolean
}

/** A time in the person's zone, with the device's local time as a tooltip. */
export const Moment = ({ time, timezone, localTime, withSeconds = false, isShortToday }: MomentProps) => {
  const t = useText()
  const intl = useIntl()
  const isNarrow = usePageWidth() === 'narrow'
  const dateStyle = dayStyle(intl.locale)
  const shown = intl.formatDate(
    time,
    isShortToday && isNarrow && isThisYear(time) && !isToday(time)
      ? { day: 'numeric', month: dateStyle === 'short' ? 'numeric' : 'short', hour: '2-digit', minute: '2-digit' }
      : { ...(isShortToday && isToday(time) ? {} : { dateStyle }), timeStyle: withSeconds ? 'medium' : 'short' },
  )
  const onDevice = localTime
    ? deviceClock(intl, localTime)
    : timezone
      ? localTimeIn(intl.locale, time, timezone)
      : undefined
  if (!onDevice) {
    return (
      <time dateTime={time} className="numeric">
        {shown}
      </time>
    )
  }
  const zone = timezone ? ` (${timezone})` : ''
  return (
    <Tooltip label={t('time.device_local', { time: `${onDevice}${zone}` })}>
      <time dateTime={time} className="numeric">
        {shown}
      </time>
    </Tooltip>
  )
}

/** In the person's time zone. */
const isToday = (time: string): boolean => new Date(time).toDateString() === new Date().toDateString()

const isThisYear = (time: string): boolean => new Date(time).getFullYear() === new Date().getFullYear()

/** A device may name a time zone that the browser does not know. */
const localTimeIn = (locale: string, time: string, timezone: string): string | undefined => {
  const timeZone = zoneOf(timezone)
  if (timeZone === undefined) return undefined
  const format = new Intl.DateTimeFormat(locale, { dateStyle: dayStyle(locale), timeStyle: 'medium', timeZone })
  return format.format(new Date(time))
}
