import type { Disposition } from '@holdfast/contract'
import { Alert, Button, Group, Stack } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import type { Opening } from '../content/opened-here.ts'
import { DispositionFields, useDisposition } from './disposition-fields.tsx'
import { undoneMark } from './pending-marks.ts'

interface ReviewFormProps {
  payloadReference: string
  /** Somebody who has not played or viewed the content may mark it, but has to choose the disposition. */
  opening: Opening
  /** A queue in which it waits for them asks them to open it first. */
  mustOpen: boolean
  dispositions: readonly Disposition[]
  /** Whether there is a next recording of the list. */
  hasNext: boolean
  onMark: (mark: { disposition: string; note: string; goesOn: boolean }) => void
  onCancel: () => void
}

/** Chooses a disposition and writes a note. Enter in the choices, and Ctrl and Enter in the note, mark and go on. */
export const ReviewForm = ({
  payloadReference,
  opening,
  mustOpen,
  dispositions,
  hasNext,
  onMark,
  onCancel,
}: ReviewFormProps) => {
  const t = useText()
  const isUnopened = opening !== 'opened'
  const usual = isUnopened ? '' : (dispositions[0]?.name ?? '')
  const chosen = useDisposition(dispositions, undoneMark(payloadReference) ?? { disposition: usual, note: '' })
  const isComplete = chosen.isComplete && !mustOpen
  const submit = (goesOn: boolean) => {
    if (isComplete) onMark({ disposition: chosen.name, note: chosen.note.trim(), goesOn })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return
    const isNote = event.target instanceof HTMLTextAreaElement
    if (isNote && !event.ctrlKey && !event.metaKey) return
    if (event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    submit(hasNext)
  }
  return (
    <Stack onKeyDown={onKeyDown}>
      {isUnopened && (
        <Alert role="note" color="yellow">
          {t(opening === 'requested' ? 'reviews.not_played' : 'reviews.not_opened')}{' '}
          {t(mustOpen ? 'reviews.must_open' : 'reviews.choose_disposition')}
        </Alert>
      )}
      <DispositionFields {...chosen} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button variant={hasNext ? 'default' : 'filled'} disabled={!isComplete} onClick={() => submit(false)}>
          {t('reviews.mark')}
        </Button>
        {hasNext && (
          <Button disabled={!isComplete} onClick={() => submit(true)}>
            {t('reviews.mark_and_next')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
