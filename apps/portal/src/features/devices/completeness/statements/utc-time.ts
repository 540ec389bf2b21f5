import { useIntl } from 'react-intl'

/** A time of UTC, as statements have them. */
export const useUtcTime = () => {
  const intl = useIntl()
  return (time: string | null): string =>
    time === null ? '–' : `${intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
