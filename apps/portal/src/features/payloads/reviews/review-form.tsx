import type { Disposition } from '@holdfast/contract'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { DispositionFields, useDisposition } from './disposition-fields.tsx'
import { useMarkReviewed } from './use-mark-reviewed.ts'

interface ReviewFormProps {
  payloadReference: string
  /** The recording in words. */
  name: string
  /** The person has not opened the content. They may have reasons to mark it, but should know. */
  isUnopened: boolean
  dispositions: readonly Disposition[]
  /** Opens the next recording of the list; `null` on the last one. */
  goOn: (() => void) | null
  onDone: () => void
}

/** Chooses a disposition and writes a note. Enter in the choices, and Ctrl and Enter in the note, mark and go on. */
export const ReviewForm = ({ payloadReference, name, isUnopened, dispositions, goOn, onDone }: ReviewFormProps) => {
  const t = useText()
  const chosen = useDisposition(dispositions)
  const [isGoingOn, setGoingOn] = useState(false)
  const { mark, isMarking, refusal } = useMarkReviewed(payloadReference, name, () => {
    onDone()
    if (isGoingOn) goOn?.()
  })
  const canMark = chosen.isComplete && !isMarking
  const submit = (goesOn: boolean) => {
    if (!canMark) return
    setGoingOn(goesOn)
    mark(chosen.name, chosen.note)
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
      {isUnopened && (
        <Alert role="note" color="yellow">
          {t('reviews.not_opened')}
        </Alert>
      )}
      <DispositionFields {...chosen} />
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
