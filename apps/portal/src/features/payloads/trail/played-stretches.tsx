import type { PlayedRange } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './played-stretches.module.css'

interface PlayedStretchesProps {
  played: readonly PlayedRange[]
  /** Length of the recording; `null` if it is unknown. */
  seconds: number | null
}

/** Which seconds somebody played: drawn along the recording, and in words. */
export const PlayedStretches = ({ played, seconds }: PlayedStretchesProps) => {
  const t = useText()
  const intl = useIntl()
  const share = (value: number): string => `${(Math.min(value, seconds ?? 0) / (seconds || 1)) * 100}%`
  return (
    <div className={classes.played}>
      {seconds !== null && seconds > 0 && (
        <div className={classes.bar} aria-hidden>
          {played.map(({ from_s, to_s, speed }) => (
            <span
              key={`${from_s}-${to_s}-${speed}`}
              className={classes.stretch}
              style={{ left: share(from_s), width: share(to_s - from_s) }}
            />
          ))}
        </div>
      )}
      <span>
        {played
          .map(({ from_s, to_s, speed }) =>
            t(speed === 1 ? 'audit.played' : 'audit.played_at', {
              start: clockTime(from_s),
              end: clockTime(Math.max(from_s + 1, Math.round(to_s))),
              speed: intl.formatNumber(speed),
            }),
          )
          .join(', ')}
      </span>
    </div>
  )
}
