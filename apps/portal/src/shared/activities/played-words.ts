import type { PlayedRange } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { clockTime } from '../ui/quantities.ts'

/** Which seconds were played, in words: 'Played 00:00–00:12, Played 00:30–00:40 at 1.5×'. */
export const usePlayedWords = (): ((played: readonly PlayedRange[]) => string) => {
  const t = useText()
  const intl = useIntl()
  return (played) =>
    played
      .map(({ from_s, to_s, speed }) =>
        t(speed === 1 ? 'audit.played' : 'audit.played_at', {
          start: clockTime(from_s),
          end: clockTime(Math.max(from_s + 1, Math.round(to_s))),
          speed: intl.formatNumber(speed),
        }),
      )
      .join(', ')
}
