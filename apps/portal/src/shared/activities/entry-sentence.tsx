import type { ActivitySubject } from '@holdfast/contract'
import { useFindText, useText } from '../i18n/text.ts'
import { actionInWords } from './action-words.ts'
import { SubjectLink } from './subject-link.tsx'

interface Entry {
  action: string
  event: string | null
  parameters: Readonly<Record<string, unknown>>
  subjects: readonly ActivitySubject[]
  subject_count: number
}

/** What an entry of the trail says, and about what. The call itself is the tooltip. */
export const EntrySentence = ({ entry }: { entry: Entry }) => {
  const t = useText()
  const findText = useFindText()
  const { action, subjects, subject_count } = entry
  const did = actionInWords(entry, findText)
  const more = subject_count - subjects.length
  return (
    <span title={action}>
      {subjects.length === 0 ? did : `${did}:`}
      {subjects.map((subject, place) => (
        <span key={`${subject.kind} ${subject.reference}`}>
          {place > 0 && ','} <SubjectLink subject={subject} />
        </span>
      ))}
      {more > 0 && <> {t('activities.more_subjects', { count: more })}</>}
    </span>
  )
}
