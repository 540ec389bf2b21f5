import type { PlayedRange } from '@holdfast/contract'
import { playedInWords } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'

/** `playedInWords` in the language of the page. */
export const usePlayedWords = (): ((played: readonly PlayedRange[]) => string) => {
  const t = useText()
  const intl = useIntl()
  return (played) => playedInWords(played, t, (value) => intl.formatNumber(value))
}
