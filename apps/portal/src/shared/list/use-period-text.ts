import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import type { FilterValues } from './list-search.ts'
import { isPeriod, periodLabels } from './period.ts'

/** Returns a function that tells a period in words. */
export const usePeriodText = (): ((filter: FilterValues) => string) => {
  const t = useText()
  const intl = useIntl()
  const day = (value: unknown) =>
    typeof value === 'string' && value !== ''
      ? intl.formatDate(value, { dateStyle: dayStyle(intl.locale), timeZone: 'UTC' })
      : ''
  return ({ period, date_from: from, date_to: to }) => {
    if (isPeriod(period)) return t(periodLabels[period])
    const [first, last] = [day(from), day(to)]
    if (first && last) return `${first} – ${last}`
    if (first) return t('list.from_date', { date: first })
    if (last) return t('list.to_date', { date: last })
    return t('list.period_all')
  }
}
