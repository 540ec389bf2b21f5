import { clockTime } from '@holdfast/words'
import { useText } from '../../shared/i18n/text.ts'

/** A duration as in a player; a dash where it is not known. */
export const DurationText = ({ seconds }: { seconds: number | null }) => (
  <span className="numeric">{seconds === null ? '–' : clockTime(Math.round(seconds))}</span>
)

/** How much later or longer a recording is. */
export const DifferenceText = ({ seconds }: { seconds: number | null }) => {
  const t = useText()
  if (seconds === null) return null
  const whole = Math.round(seconds)
  if (whole === 0) return <span className="numeric">{t('carrier.no_difference')}</span>
  return <span className="numeric">{`${whole > 0 ? '+' : '−'}${clockTime(Math.abs(whole))}`}</span>
}
