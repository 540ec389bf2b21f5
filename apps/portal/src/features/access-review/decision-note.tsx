import { Textarea } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'

interface DecisionNoteProps {
  value: string
  onChange: (note: string) => void
}

/** Why somebody decides so; nobody has to say it. */
export const DecisionNote = ({ value, onChange }: DecisionNoteProps) => (
  <Textarea
    label={useText()('access_reviews.note')}
    maxLength={1000}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data-autofocus
  />
)
