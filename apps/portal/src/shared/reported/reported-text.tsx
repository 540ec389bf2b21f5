import { useFindText } from '../i18n/text.ts'
import { BreakableText } from '../ui/breakable-text.tsx'
import { type ReportedKind, reportedWords } from './reported-words.ts'

/** A value that a handset reported, in words where it is known. What was reported is its title. */
export const ReportedText = ({ kind, value }: { kind: ReportedKind; value: string }) => {
  const find = useFindText()
  return (
    <span title={value}>
      <BreakableText text={reportedWords(find, kind, value)} />
    </span>
  )
}
