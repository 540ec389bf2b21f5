import classes from './wordmark.module.css'

/**
 * The product's name beside its mark: a waveform that is held.
 * @param isCompact on phones, the name is only read aloud
 */
export const Wordmark = ({ isCompact = false }: { isCompact?: boolean }) => (
  <span className={classes.wordmark}>
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.tile} />
      <path d="M8 13v6M12 9v14M16 12v8M20 7v18M24 13v6" className={classes.wave} />
    </svg>
    <span className={isCompact ? classes.compact : undefined}>Holdfast</span>
  </span>
)
