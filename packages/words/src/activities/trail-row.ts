import {
  type ActivitySubject,
  type DeviceActivity,
  outcomeOf,
  type UserActivity,
  type VisitChange,
  type VisitEvent,
} from '@holdfast/contract'
import type { FindText, MessageId, Translate } from '../message.ts'
import { displayText } from '../recordings/display-text.ts'
import { partiesOf, partyName } from '../recordings/parties.ts'
import { actionInWords, factsBesides, factTitle } from './action-words.ts'
import { fieldTitles, sideInWords } from './change-words.ts'
import type { DateInWords } from './date-words.ts'
import { factInWords } from './fact-words.ts'
import { playedInWords } from './played-words.ts'
import { reasonInWords } from './reason-words.ts'

/** An entry of the trail with all of its events, which lists for screens leave out. */
export type WholeEntry = (UserActivity | DeviceActivity) & { events: readonly VisitEvent[] }

/** The texts of a language, and how it writes numbers. */
export interface Language {
  t: Translate
  findText: FindText
  formatNumber: (value: number) => string
  /** Times within texts, in the time zone of the reader; without it, they are in UTC and say so. */
  formatMoment?: (time: string) => string
  /** Dates of filters, in the time zone of the reader. */
  dateInWords?: DateInWords
}

interface RowColumn {
  /** The columns of the screen that show it. */
  ids: readonly string[]
  title: MessageId
  cellOf: (entry: WholeEntry, language: Language) => string
}

/** A row of the trail as the screen reads, and what its entry adds: the columns of a file that people read. */
export const trailRow: readonly RowColumn[] = [
  { ids: ['activity_time'], title: 'trail_file.time', cellOf: ({ activity_time }) => plainTime(activity_time) },
  {
    ids: ['user_id', 'device_reference'],
    title: 'activities.who',
    cellOf: (entry, { t }) => whoOf(entry) ?? t('activities.nobody'),
  },
  {
    ids: ['user_id'],
    title: 'activities.name',
    cellOf: (entry) => ('user_name' in entry ? (entry.user_name ?? '') : ''),
  },
  { ids: ['roles'], title: 'activities.roles', cellOf: (entry) => ('roles' in entry ? entry.roles.join(', ') : '') },
  { ids: ['action'], title: 'activities.did', cellOf: (entry, { findText }) => actionInWords(entry, findText) },
  { ids: ['action'], title: 'activities.subjects', cellOf: (entry, language) => subjectsInWords(entry, language) },
  { ids: ['is_allowed'], title: 'activities.outcome', cellOf: (entry, { t }) => t(`activities.${outcomeOf(entry)}`) },
  {
    ids: ['brief'],
    title: 'trail_file.changed',
    cellOf: ({ events }, { t }) =>
      changesIn(events)
        .map(({ field }) => t(fieldTitles[field]))
        .join(', '),
  },
  {
    ids: ['brief'],
    title: 'trail_file.from',
    cellOf: ({ events }, { t }) => sidesInWords(changesIn(events), 'before', t),
  },
  {
    ids: ['brief'],
    title: 'trail_file.to',
    cellOf: ({ events }, { t }) => sidesInWords(changesIn(events), 'after', t),
  },
  { ids: ['brief'], title: 'activities.reason', cellOf: (entry, { findText }) => reasonOf(entry, findText) },
  { ids: ['brief'], title: 'activities.played', cellOf: (entry, language) => playedOf(entry, language) },
  { ids: ['group'], title: 'activities.group', cellOf: ({ group }) => group ?? '' },
  {
    ids: ['user_ip', 'device_ip'],
    title: 'activities.address',
    cellOf: (entry) => ('user_ip' in entry ? entry.user_ip : entry.device_ip) ?? '',
  },
  {
    ids: ['visit'],
    title: 'activities.visit',
    cellOf: (entry) => ('support_reference' in entry ? (entry.support_reference ?? '') : ''),
  },
  { ids: ['brief'], title: 'trail_file.details', cellOf: (entry, language) => detailsOf(entry, language) },
]

/** As spreadsheets read it, in UTC. */
const plainTime = (time: string): string => time.slice(0, 19).replace('T', ' ')

const whoOf = (entry: WholeEntry): string | null => ('user_id' in entry ? entry.user_id : entry.device_reference)

const subjectsInWords = ({ subjects, subject_count }: WholeEntry, { t, formatMoment }: Language): string => {
  const more = subject_count - subjects.length
  const named = subjects.map((subject) => `${t(`subject.${subject.kind}`)} ${nameOf(subject, t, formatMoment)}`)
  return [...named, ...(more > 0 ? [t('activities.more_subjects', { count: more })] : [])].join(', ')
}

/** The name, or what the reader may know of a recording, and its reference. */
const nameOf = (
  { name, reference, payload, recorded }: ActivitySubject,
  t: Translate,
  formatMoment: NonNullable<Language['formatMoment']> = (time) => `${plainTime(time)} UTC`,
): string => {
  const known = payload ?? recorded
  if (!known) return name === null ? reference : `${displayText(name)} (${reference})`
  const parties = payload ? partiesOf(payload).map((party) => partyName(party, t('payload.unknown_number'))) : []
  const words = [t(`kind.${known.payload_type}`), ...parties, formatMoment(known.payload_time)]
  return `${words.join(' ')} (${reference})`
}

const changesIn = (events: readonly VisitEvent[]): VisitChange[] => events.flatMap(({ changes }) => changes)

/** The values of a field; of several, each with its name. */
const sidesInWords = (changes: readonly VisitChange[], side: 'before' | 'after', t: Translate): string =>
  changes
    .map((change) => {
      const values = sideInWords(change.field, change[side], t).join(', ')
      return changes.length === 1 ? values : `${t(fieldTitles[change.field])}: ${values}`
    })
    .join('\n')

/** Why it was refused or failed; otherwise why somebody did it, as they said. */
const reasonOf = ({ denial_reason, events }: WholeEntry, findText: FindText): string => {
  if (denial_reason !== null) return reasonInWords(denial_reason, findText)
  const given = events.flatMap(({ facts }) =>
    [facts.reason, facts.disposition, facts.rejection_reason, facts.request_description].filter(
      (reason) => reason !== undefined,
    ),
  )
  return [...new Set(given.map((reason) => displayText(String(reason))))].join(', ')
}

/** Facts that the column of reasons has. */
const reasons: ReadonlySet<string> = new Set(['reason', 'disposition', 'rejection_reason', 'request_description'])

/** Further named facts, such as run, rules and people of a destruction. */
const detailsOf = ({ events }: WholeEntry, { t, findText, dateInWords }: Language): string => {
  const lines = events.flatMap(({ event, facts }) =>
    factsBesides({ event, facts }, findText).flatMap(([name, value]) => {
      if (reasons.has(name)) return []
      return [`${factTitle(event, name, findText)}: ${displayText(factInWords(name, value, t, findText, dateInWords))}`]
    }),
  )
  return [...new Set(lines)].join('\n')
}

const playedOf = (entry: WholeEntry, { t, formatNumber }: Language): string => {
  const played = 'listening' in entry ? entry.listening?.played : undefined
  return played && played.length > 0 ? playedInWords(played, t, formatNumber) : ''
}
