import { type Disposition, maxReviewNoteCharacters } from '@holdfast/contract'
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useMarkReviewed } from './use-mark-reviewed.ts'

interface ReviewFormProps {
  payloadReference: string
  dispositions: readonly Disposition[]
  /** Opens the next recording of the list; `null` on the last one. */
  goOn: (() => void) | null
  onDone: () => void
}

/** Chooses a disposition and writes a note. Enter in the choices, and Ctrl and Enter in the note, mark and go on. */
export const ReviewForm = ({ payloadReference, dispositions, goOn, onDone }: ReviewFormProps) => {
  const t = useText()
  const [name, setName] = useState(dispositions[0]?.name ?? '')
  const [note, setNote] = useState('')
  const [isGoingOn, setGoingOn] = useState(false)
  const { mark, isMarking, refusal } = useMarkReviewed(
    payloadReference,
    () => {
      onDone()
      if (isGoingOn) goOn?.()
    },
    true,
  )
  const needsNote = dispositions.find((one) => one.name === name)?.needs_note ?? false
  const canMark = name !== '' && (!needsNote || note.trim() !== '') && !isMarking
  const submit = (goesOn: boolean) => {
    if (!canMark) return
    setGoingOn(goesOn)
    mark(name, note)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return
    const isNote = event.target instanceof HTMLTextAreaElement
    if (isNote && !event.ctrlKey && !event.metaKey) return
    if (event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    submit(goOn !== null)
  }
  return (
    <Stack onKeyDown={onKeyDown}>
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
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxReviewNoteCharacters}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Refusal refusal={refusal} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('form.cancel')}
        </Button>
        <Button
          variant={goOn ? 'default' : 'filled'}
          loading={isMarking && !isGoingOn}
          disabled={!canMark}
          onClick={() => submit(false)}
        >
          {t('reviews.mark')}
        </Button>
        {goOn && (
          <Button loading={isMarking && isGoingOn} disabled={!canMark} onClick={() => submit(true)}>
            {t('reviews.mark_and_next')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
