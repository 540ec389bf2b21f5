import { IconCalendar } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { ListButton } from './list-button.tsx'
import type { FilterValues } from './list-search.ts'
import { isPeriod, periodLabels } from './period.ts'

/** The period in force, in words. */
const usePeriodText = ({ period, date_from: from, date_to: to }: FilterValues): string => {
  const t = useText()
  const intl = useIntl()
  const day = (value: unknown) =>
    typeof value === 'string' && value !== '' ? intl.formatDate(value, { dateStyle: 'medium', timeZone: 'UTC' }) : ''
  if (isPeriod(period)) return t(periodLabels[period])
  const [first, last] = [day(from), day(to)]
  if (first && last) return `${first} – ${last}`
  if (first) return t('list.from_date', { date: first })
  if (last) return t('list.to_date', { date: last })
  return t('list.period_all')
}

/** Says which period a list shows. */
export const PeriodButton = ({ filter, ...props }: { filter: FilterValues } & ComponentProps<'button'>) => {
  const t = useText()
  const current = usePeriodText(filter)
  return (
    <ListButton icon={IconCalendar} aria-haspopup="dialog" {...props} aria-label={`${t('list.period')}: ${current}`}>
      {current}
    </ListButton>
  )
}
