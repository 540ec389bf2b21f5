import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'

/** A day of UTC, which is no moment. */
export const Day = ({ day }: { day: string }) => {
  const intl = useIntl()
  return (
    <time dateTime={day} className="numeric">
      {intl.formatDate(`${day}T00:00:00Z`, { dateStyle: dayStyle(intl.locale), timeZone: 'UTC' })}
    </time>
  )
}
