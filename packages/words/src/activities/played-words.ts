import type { PlayedRange } from '@holdfast/contract'
import type { Translate } from '../message.ts'
import { clockTime } from '../recordings/clock-time.ts'

/** Which seconds were played, in words: 'Played 00:00–00:12, Played 00:30–00:40 at 1.5×'. */
export const playedInWords = (
  played: readonly PlayedRange[],
  t: Translate,
  formatNumber: (value: number) => string,
): string =>
  played
    .map(({ from_s, to_s, speed }) =>
      t(speed === 1 ? 'audit.played' : 'audit.played_at', {
        start: clockTime(from_s),
        end: clockTime(Math.max(from_s + 1, Math.round(to_s))),
        speed: formatNumber(speed),
      }),
    )
    .join(', ')
