import { periodInWords } from '@holdfast/words'
import { useText } from '../i18n/text.ts'

/** Returns a function that says a number of days in words: '5 years', '5 years and 30 days', '90 days'. */
export const usePeriodWords = (): ((days: number) => string) => {
  const t = useText()
  return (days) => periodInWords(days, t)
}
