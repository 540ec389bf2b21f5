import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useText } from '../i18n/text.ts'
import { DialogFields } from './dialog-fields.tsx'
import { Refusal } from './refusal.tsx'

interface DialogFormProps {
  /** The label of the button that sends the form, and its colour if what it does is hard to undo. */
  label: string
  color?: 'red'
  /** Whether everything that is needed was entered. */
  isComplete?: boolean
  isSaving?: boolean
  /** The focus goes to the button that sends it. */
  hasNoFields?: boolean
  refusal?: ApiError | null
  /** Shown instead of the refusal. */
  conflict?: ReactNode
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog: its fields, why the server refused it, and the buttons. Ctrl or Cmd and Enter send it from anywhere in the dialog. */
export const DialogForm = (props: DialogFormProps) => {
  const {
    label,
    color,
    isComplete = true,
    isSaving = false,
    hasNoFields,
    refusal = null,
    conflict,
    onSubmit,
    onCancel,
    children,
  } = props
  const t = useText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !isSaving) onSubmit()
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The focus may be on the dialog's own button to close it.
    const dialog = form.current?.closest<HTMLElement>('[role="dialog"]')
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    dialog?.addEventListener('keydown', onKeyDown)
    return () => dialog?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <DialogFields>{children}</DialogFields>
        {conflict ?? <Refusal refusal={refusal} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" color={color} loading={isSaving} disabled={!isComplete} data-autofocus={hasNoFields}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
