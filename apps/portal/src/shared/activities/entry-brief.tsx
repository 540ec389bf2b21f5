import { type BriefEvent, briefLimits, type Listening } from '@holdfast/contract'
import { Fragment } from 'react'
import { useFindText, useText } from '../i18n/text.ts'
import { displayText } from '../recordings/display-text.ts'
import { Moment } from '../ui/moment.tsx'
import { changeInBrief } from './change-words.ts'
import { reasonInWords } from './reason-words.ts'
import { usePlayedWords } from './use-played-words.ts'

interface Entry {
  listening?: Listening | null
  brief: BriefEvent | null
  denial_reason: string | null
}

/**
 * What a row of the trail says besides its sentence: why it was refused, what changed, which seconds were played, or for what staff
 * asked.
 */
export const EntryBrief = ({ entry: { brief, denial_reason, listening = null } }: { entry: Entry }) => {
  const t = useText()
  const findText = useFindText()
  const playedInWords = usePlayedWords()
  if (denial_reason !== null) return <>{reasonInWords(denial_reason, findText)}</>
  if (!brief) return null
  if (brief.played) return <>{playedInWords(brief.played)}</>
  if (brief.event.startsWith('support_access.')) return <Granted {...requestOf(brief)} />
  if (brief.event.startsWith('portal_user.role_')) return <Granted {...assignmentOf(brief)} />
  const { reason, disposition } = brief.facts
  if (listening && listening.played.length > 0) {
    const played = playedInWords(listening.played.slice(0, briefLimits.played))
    const why = reason === undefined ? '' : ` · ${t('audit.reason', { reason: displayText(String(reason)) })}`
    return <Written words={`${t('activities.heard', { played })}${why}`} />
  }
  if (disposition !== undefined)
    return <Written words={t('audit.disposition', { disposition: displayText(String(disposition)) })} />
  if (reason !== undefined) return <Written words={t('audit.reason', { reason: displayText(String(reason)) })} />
  const change = changeInBrief(brief, t)
  return change && <>{change}</>
}

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
  const parts = [
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
  ].filter((part) => part !== false)
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
    <Fragment key={place}>
      {place > 0 && ' · '}
      {part}
    </Fragment>
  ))
}
