import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useText } from '../i18n/text.ts'
import { Refusal } from './refusal.tsx'

interface DialogFormProps {
  /** The label of the button that sends the form, and its colour if what it does is hard to undo. */
  label: string
  color?: 'red'
  /** Whether everything that is needed was entered. */
  isComplete?: boolean
  isSaving?: boolean
  refusal?: ApiError | null
  /** Shown instead of the refusal. */
  conflict?: ReactNode
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog: its fields, why the server refused it, and the buttons. Ctrl or Cmd and Enter send it from any field. */
export const DialogForm = (props: DialogFormProps) => {
  const {
    label,
    color,
    isComplete = true,
    isSaving = false,
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
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <Stack>
        {children}
        {conflict ?? <Refusal refusal={refusal} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" color={color} loading={isSaving} disabled={!isComplete}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
