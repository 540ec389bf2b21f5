import type { ActivitySubject, BriefEvent } from '@holdfast/contract'
import { actionInWords } from '@holdfast/words'
import { useFindText, useText } from '../i18n/text.ts'
import { SubjectLink } from './subject-link.tsx'

interface Entry {
  action: string
  event: string | null
  denial_reason: string | null
  parameters: Readonly<Record<string, unknown>>
  brief?: Pick<BriefEvent, 'facts'> | null
  subjects: readonly ActivitySubject[]
  subject_count: number
}

/** What an entry of the trail says, without what it is about. */
const EntryAction = ({ entry }: { entry: Entry }) => <>{actionInWords(entry, useFindText())}</>

/** What an entry of the trail is about, with links. */
const EntrySubjects = ({ entry: { subjects, subject_count } }: { entry: Entry }) => {
  const t = useText()
  const more = subject_count - subjects.length
  return (
    <>
      {subjects.map((subject, place) => (
        <span key={`${subject.kind} ${subject.reference}`}>
          {place > 0 && ', '}
          <SubjectLink subject={subject} />
        </span>
      ))}
      {more > 0 && <> {t('activities.more_subjects', { count: more })}</>}
    </>
  )
}

/** What an entry of the trail says, and about what. */
export const EntrySentence = ({ entry }: { entry: Entry }) => (
  <span>
    <EntryAction entry={entry} />
    {entry.subjects.length > 0 && ': '}
    <EntrySubjects entry={entry} />
  </span>
)
