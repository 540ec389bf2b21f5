import { maxMatterReasonCharacters, maxMatterReferenceCharacters, maxMatterTitleCharacters } from '@holdfast/contract'
import { Textarea, TextInput } from '@mantine/core'
import { DateField } from '../forms/date-field.tsx'
import { useText } from '../i18n/text.ts'

export interface NewMatter {
  reference: string
  title: string
  reason: string
  /** yyyy-mm-dd; '' for none. */
  review_on: string
}

export const emptyMatter: NewMatter = { reference: '', title: '', reason: '', review_on: '' }

export const isCompleteMatter = ({ reference, title, reason }: NewMatter): boolean =>
  [reference, title, reason].every((text) => text.trim() !== '')

interface MatterInputsProps {
  matter: NewMatter
  onChange: (matter: NewMatter) => void
}

/** The fields of a new matter. */
export const MatterInputs = ({ matter, onChange }: MatterInputsProps) => {
  const t = useText()
  const { reference, title, reason, review_on } = matter
  return (
    <>
      <TextInput
        label={t('matters.reference')}
        description={t('matters.reference_hint')}
        withAsterisk
        maxLength={maxMatterReferenceCharacters}
        value={reference}
        onChange={(event) => onChange({ ...matter, reference: event.currentTarget.value })}
      />
      <TextInput
        label={t('matters.title')}
        withAsterisk
        maxLength={maxMatterTitleCharacters}
        value={title}
        onChange={(event) => onChange({ ...matter, title: event.currentTarget.value })}
      />
      <Textarea
        label={t('field.reason')}
        description={t('matters.reason_hint')}
        withAsterisk
        maxLength={maxMatterReasonCharacters}
        value={reason}
        onChange={(event) => onChange({ ...matter, reason: event.currentTarget.value })}
      />
      <DateField
        label={t('matters.review_on')}
        description={t('matters.review_hint')}
        value={review_on}
        onChange={(day) => onChange({ ...matter, review_on: day })}
      />
    </>
  )
}
