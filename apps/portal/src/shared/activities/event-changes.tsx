import type { VisitEvent } from '@holdfast/contract'
import { type Line, linesOf } from '@holdfast/words'
import { useText } from '../i18n/text.ts'
import classes from './event-changes.module.css'
import { useNamedEvent } from './use-named-event.ts'

const shownAtOnce = 3

const Lines = ({ lines }: { lines: readonly Line[] }) => {
  const t = useText()
  return (
    <ul className={classes.changes}>
      {lines.map(({ key, title, label, words }) => (
        <li key={key}>
          <span className={classes.field}>{t(title)}</span>
          {label && ` · ${t(label)}`}: {words}
        </li>
      ))}
    </ul>
  )
}

/** The changes that a call made: the first lines, and the rest on request; all of them on a screen of its own. */
export const EventChanges = ({ event: recorded, isWhole = false }: { event: VisitEvent; isWhole?: boolean }) => {
  const t = useText()
  const event = useNamedEvent(recorded)
  const lines = event.changes.flatMap((change) => linesOf(event, change, t))
  const left_off = event.changes.reduce((sum, change) => sum + change.left_off, 0)
  const most = isWhole ? lines.length : shownAtOnce
  const rest = lines.slice(most)
  if (lines.length === 0) return null
  return (
    <div className={classes.changed}>
      <Lines lines={lines.slice(0, most)} />
      {isWhole && left_off > 0 && <p className={classes.none}>{t('support.changes_left_off', { count: left_off })}</p>}
      {rest.length > 0 && (
        <details>
          <summary>{t('support.changes_more', { count: rest.length + left_off })}</summary>
          <Lines lines={rest} />
          {left_off > 0 && <p className={classes.none}>{t('support.changes_left_off', { count: left_off })}</p>}
        </details>
      )}
    </div>
  )
}
