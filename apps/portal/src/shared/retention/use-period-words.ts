import { daysOfYears } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'

const daysOfYear = 365.25
/** More days beside years than these read worse than the days alone. */
const mostDaysBeside = 92

/** So many whole years, and the days beside them, if that is a plain way to say it. */
export const yearsAndDays = (days: number): { years: number; rest: number } | null => {
  let years = Math.floor(days / daysOfYear) + 1
  while (years > 0 && daysOfYears(years) > days) years -= 1
  const rest = days - daysOfYears(years)
  return years > 0 && rest <= mostDaysBeside ? { years, rest } : null
}

/** Returns a function that says a number of days in words: '5 years', '5 years and 30 days', '90 days'. */
export const usePeriodWords = (): ((days: number) => string) => {
  const t = useText()
  return (days) => {
    const whole = yearsAndDays(days)
    if (!whole) return t('retention.days', { days })
    const { years, rest } = whole
    return rest === 0 ? t('retention.years', { years }) : t('retention.years_and_days', { years, days: rest })
  }
}
