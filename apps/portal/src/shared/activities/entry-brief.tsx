import { type AuditEvent, type BriefEvent, briefLimits, type EventFact, type Listening } from '@holdfast/contract'
import {
  changeInBrief,
  type DateInWords,
  displayText,
  type FindText,
  factInWords,
  factTitle,
  reasonInWords,
  type Translate,
} from '@holdfast/words'
import { Fragment, type ReactNode } from 'react'
import { useFindText, useText } from '../i18n/text.ts'
import { Moment } from '../ui/moment.tsx'
import { useDatesInWords } from './use-dates-in-words.ts'
import { useNamedEvent } from './use-named-event.ts'
import { usePlayedWords } from './use-played-words.ts'

interface Entry {
  listening?: Listening | null
  brief: BriefEvent | null
  denial_reason: string | null
}

/**
 * What a row of the trail says besides its sentence: who had asked for what was approved, why it was refused, what changed, which seconds were
 * played, or for what staff asked, and who gained access by it.
 */
export const EntryBrief = ({ entry }: { entry: Entry }) => {
  const t = useText()
  const findText = useFindText()
  const brief = useNamedEvent(entry.brief)
  const told = useTold({ ...entry, brief })
  const { approved_for: asked = null, granted = null } = brief ?? {}
  return (
    <Parts
      parts={[
        asked !== null && <Written words={t('activities.approved_for', { who: displayText(asked) })} />,
        told,
        granted !== null && (
          <Written
            words={t('activities.granted', {
              what: factsInWords('access.granted', granted, { t, findText }).join(' · '),
            })}
          />
        ),
      ]}
    />
  )
}

/** Shows the parts that are set, separated by dots. */
const Parts = ({ parts }: { parts: readonly ReactNode[] }) =>
  parts
    .filter((part) => part !== null && part !== false)
    .map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
      <Fragment key={place}>
        {place > 0 && ' · '}
        {part}
      </Fragment>
    ))

/** `null`: nothing. */
const useTold = ({ brief, denial_reason, listening = null }: Entry): ReactNode => {
  const t = useText()
  const findText = useFindText()
  const dateInWords = useDatesInWords()
  const playedInWords = usePlayedWords()
  if (denial_reason !== null) return reasonInWords(denial_reason, findText)
  if (!brief) return null
  if (brief.played) return playedInWords(brief.played)
  if (brief.event.startsWith('support_access.')) return <Granted {...requestOf(brief)} />
  if (brief.event.startsWith('portal_user.role_')) return <Granted {...assignmentOf(brief)} />
  const about = factsInWords(brief.event, brief.facts, { t, findText, dateInWords })
  const { reason, disposition } = brief.facts
  const why = reason !== undefined && t('audit.reason', { reason: displayText(String(reason)) })
  if (about.length > 0) {
    const changed = withChanges.has(brief.event) && changeInBrief(brief, t)
    return <Written words={[...about, why, changed].filter(Boolean).join(' · ')} />
  }
  if (listening && listening.played.length > 0) {
    const played = playedInWords(listening.played.slice(0, briefLimits.played))
    return <Written words={`${t('activities.heard', { played })}${why ? ` · ${why}` : ''}`} />
  }
  if (disposition !== undefined)
    return <Written words={t('audit.disposition', { disposition: displayText(String(disposition)) })} />
  if (why) return <Written words={why} />
  return changeInBrief(brief, t)
}

/** Facts that a row says of an event. Those of whom access was given or decided on, and of what, say it by themselves. */
const briefFacts: Readonly<Partial<Record<AuditEvent, readonly EventFact[]>>> = {
  'role_draft.handed_over': ['kind', 'role'],
  'role_draft.approved': ['kind', 'role'],
  'role_draft.rejected': ['kind', 'role'],
  'role_draft.withdrawn': ['kind', 'role'],
  'access_review.decided': ['decided_roles'],
  'access.granted': ['people', 'apps', 'actions'],
  'device_command.sent': ['command'],
  'list.exported': ['list', 'format'],
  'list.export_ended': ['list', 'ending', 'rows'],
  'completeness_statement.made': ['group', 'month'],
  'completeness_statement.downloaded': ['group', 'month', 'format'],
  'carrier_import.uploaded': ['carrier_name'],
  'carrier_import.started': ['carrier_name'],
  'carrier_import.undone': ['carrier_name'],
  'report.created': ['report_name'],
  'report.updated': ['report_name'],
  'report.left': ['report_name'],
  'report.asked': ['report_name'],
  'report.deleted': ['report_name'],
  'report.sent': ['report_name', 'not_sent_to'],
  'report.stopped': ['report_name'],
  'review_queue.created': ['rows', 'filter'],
  'review_queue.drawn': ['rows'],
  'review_queue.closed': ['rows'],
  'matter.payloads_added': ['total', 'filter', 'requested_by'],
  'matter.payloads_removed': ['total'],
  'matter.feed_started': ['filter'],
  'matter.feed_stopped': ['ending', 'filter', 'requested_by'],
  'migration.export_removal_begun': ['folder'],
  'migration.export_removed': ['folder'],
  'review_queue.reassigned': ['from', 'to'],
  'review_queue.escalated': ['to', 'passed_on_note'],
}

interface Words {
  t: Translate
  findText: FindText
  dateInWords?: DateInWords
}

const factsInWords = (event: AuditEvent, facts: BriefEvent['facts'], { t, findText, dateInWords }: Words): string[] =>
  (briefFacts[event] ?? []).flatMap((name) => {
    const value = facts[name]
    if (value === undefined) return []
    const words = displayText(factInWords(name, value, t, findText, dateInWords))
    return withTitle.has(name) ? `${factTitle(event, name, findText)}: ${words}` : words
  })

/** Events for which a row shows both facts and changes. */
const withChanges: ReadonlySet<AuditEvent> = new Set(['report.updated', 'report.left'])

/** Facts that say nothing without their titles. */
const withTitle: ReadonlySet<EventFact> = new Set([
  'rows',
  'total',
  'from',
  'to',
  'passed_on_note',
  'requested_by',
  'not_sent_to',
])

/** What people wrote does not change the direction of what stands beside it. */
const Written = ({ words }: { words: string }) => <bdi>{words}</bdi>

interface Grant {
  role: string | undefined
  until: string | undefined
  reason: string | undefined
}

const textOf = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

const requestOf = ({ facts }: BriefEvent): Grant => ({
  role: textOf(facts.role),
  until: textOf(facts.approval_expiry ?? facts.requested_expiry),
  reason: textOf(facts.rejection_reason ?? facts.request_description),
})

const assignmentOf = ({ facts, changes }: BriefEvent): Grant => {
  const until = changes.find(({ field }) => field === 'valid_until')?.after?.[0]
  return {
    role: textOf(facts.role),
    until: typeof until === 'string' ? until : undefined,
    reason: textOf(facts.reason),
  }
}

/** The role, the end and the reason of a request for support access, or of a role that somebody was given for a time. */
const Granted = ({ role, until, reason }: Grant) => {
  const t = useText()
  return (
    <Parts
      parts={[
        role !== undefined && t('support.role', { role }),
        until !== undefined && (
          <>
            {t('support.until')} <Moment time={until} />
          </>
        ),
        reason !== undefined && (
          <>
            {t('support.reason')}: <bdi>{displayText(reason)}</bdi>
          </>
        ),
      ]}
    />
  )
}
