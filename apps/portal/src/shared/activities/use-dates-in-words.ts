import { type DateInWords, datesInWords } from '@holdfast/words'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { personTimezone } from '../ui/person-timezone.ts'

/** A function that tells dates of filters as their chips do. */
export const useDatesInWords = (): DateInWords => {
  const { locale } = useIntl()
  return useMemo(() => datesInWords(locale, personTimezone()), [locale])
}
