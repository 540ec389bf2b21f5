import type { VisitEvent } from '@holdfast/contract'
import { eventInWords, factInWords, factsBesides, factTitle } from '@holdfast/words'
import { EventChanges } from '../../shared/activities/event-changes.tsx'
import { useDatesInWords } from '../../shared/activities/use-dates-in-words.ts'
import { useNamedEvent } from '../../shared/activities/use-named-event.ts'
import { usePlayedWords } from '../../shared/activities/use-played-words.ts'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import classes from './entry-screen.module.css'

const times = new Set(['approval_expiry', 'lapses_at', 'requested_expiry'])

/** What one event of an entry changed or handed out. Some say no more than their title. */
export const EventFacts = ({ event }: { event: VisitEvent }) => {
  const t = useText()
  const findText = useFindText()
  const playedInWords = usePlayedWords()
  const dateInWords = useDatesInWords()
  const { facts: named } = useNamedEvent(event)
  const facts = factsBesides({ event: event.event, facts: named }, findText).map(([name, value]) => ({
    label: factTitle(event.event, name, findText),
    value: times.has(name) ? <Moment time={String(value)} /> : factInWords(name, value, t, findText, dateInWords),
  }))
  return (
    <div className={classes.event}>
      <h2 className={classes.eventTitle}>{eventInWords(event.event, findText, event.facts.decision)}</h2>
      <Facts
        title={null}
        facts={[...facts, { label: t('activities.played'), value: event.played && playedInWords(event.played) }]}
      />
      <EventChanges event={event} isWhole />
    </div>
  )
}
