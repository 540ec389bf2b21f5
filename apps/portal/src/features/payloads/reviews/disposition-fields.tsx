import { type Disposition, maxReviewNoteCharacters } from '@holdfast/contract'
import { Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/text.ts'

interface Beforehand {
  disposition: string
  note: string
}

/** A disposition and a note, as they are chosen, and at first what was chosen beforehand. */
export const useDisposition = (dispositions: readonly Disposition[], { disposition, note: written }: Beforehand) => {
  const [name, setName] = useState(disposition)
  const [note, setNote] = useState(written)
  const needsNote = dispositions.find((one) => one.name === name)?.needs_note ?? false
  const isComplete = name !== '' && (!needsNote || note.trim() !== '')
  return { dispositions, name, setName, note, setNote, needsNote, isComplete }
}

type DispositionFieldsProps = ReturnType<typeof useDisposition>

/** What came of a review, and a note. */
export const DispositionFields = (props: DispositionFieldsProps) => {
  const t = useText()
  const { dispositions, name, setName, note, setNote, needsNote } = props
  return (
    <>
      <Radio.Group label={t('reviews.disposition')} value={name} onChange={setName}>
        <Stack gap="xs" mt="xs">
          {dispositions.map((disposition, index) => (
            <Radio
              key={disposition.name}
              value={disposition.name}
              label={<bdi>{disposition.name}</bdi>}
              description={disposition.needs_note ? t('reviews.needs_note') : undefined}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('reviews.note')}
        description={t('reviews.note_hint')}
        withAsterisk={needsNote}
        maxLength={maxReviewNoteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </>
  )
}
