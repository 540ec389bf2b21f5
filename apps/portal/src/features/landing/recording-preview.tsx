import { IconPlayerPlayFilled, IconShieldCheck } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import classes from './recording-preview.module.css'

const bars = 72
/** Bars that look like two voices in turn. */
const heightOf = (index: number): number => {
  const phrase = Math.abs(Math.sin(index / 5.3)) * Math.abs(Math.cos(index / 17))
  const syllable = 0.55 + 0.45 * Math.abs(Math.sin(index * 1.7))
  return Math.max(4, Math.round(phrase * syllable * 64))
}
const heard = 29

/** A drawing of a recording in the portal. Not a screenshot, so that it follows mode and language. */
export const RecordingPreview = () => {
  const t = useText()
  return (
    <figure className={classes.card} role="img" aria-label={t('landing.preview_label')}>
      <div className={classes.head}>
        <span className={classes.play}>
          <IconPlayerPlayFilled size={18} />
        </span>
        <div>
          <div className={classes.kind}>{t('landing.preview_call')}</div>
          <div className={classes.numbers}>+44 20 7946 0018 → +55 11 5550 0142</div>
        </div>
        <span className={classes.time}>01:37 / 04:12</span>
      </div>
      <svg className={classes.wave} viewBox={`0 0 ${bars * 6} 80`} preserveAspectRatio="none" aria-hidden="true">
        {Array.from({ length: bars }, (_, index) => {
          const height = heightOf(index)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={index}
              x={index * 6}
              y={40 - height / 2}
              width="3"
              height={height}
              rx="1.5"
              className={index < heard ? classes.heard : classes.unheard}
            />
          )
        })}
      </svg>
      <ul className={classes.proofs}>
        {(['landing.preview_sealed', 'landing.preview_whole', 'landing.preview_unchanged'] as const).map((proof) => (
          <li key={proof}>
            <IconShieldCheck size={16} stroke={1.8} />
            {t(proof)}
          </li>
        ))}
      </ul>
    </figure>
  )
}
