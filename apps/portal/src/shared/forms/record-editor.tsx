import { Stack, Text } from '@mantine/core'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { Panel } from '../ui/panel.tsx'
import { type FieldsOf, textsOf } from './field.ts'
import { EditEnd, type EditEndProps } from './form-end.tsx'
import { FormFields } from './form-fields.tsx'
import { useFirstField } from './use-first-field.ts'

interface RecordEditorProps<Values, Item> extends Omit<EditEndProps<Values, Item>, 'textsOf' | 'children'> {
  fieldsOf: FieldsOf<Values>
  isReadOnly: boolean
  title?: string
  hint?: string
  /** Saves in another way than `edit.save`. */
  onSave?: () => void
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>
  /** Between the fields and the button, such as what the change would do. */
  children?: ReactNode
  /** A way to solve what the refusal names. */
  solution?: ReactNode
  /** Below the button, such as what the change did. */
  result?: ReactNode
}

/** The editor of a record: its fields, refusals, conflicts with other people, and the button. */
export const RecordEditor = <Values, Item extends { updated_by: string | null; updated_at?: string | null }>(
  props: RecordEditorProps<Values, Item>,
) => {
  const { edit, fieldsOf, onSave = edit.save, title, hint, onKeyDown, children, solution, result, ...end } = props
  const { form, isNew } = edit
  const ref = useFirstField()
  const fields = fieldsOf(form.values).filter(({ isReference }) => isNew || !isReference)
  return (
    <Panel title={title}>
      <form ref={ref} onSubmit={form.onSubmit(() => onSave(), edit.focusInvalid)} onKeyDown={onKeyDown} noValidate>
        <Stack>
          {hint && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
          <FormFields form={form} fields={fields} isReadOnly={props.isReadOnly} />
          {children}
          <EditEnd {...end} edit={edit} textsOf={textsOf(fieldsOf)}>
            {solution}
          </EditEnd>
          {result}
        </Stack>
      </form>
    </Panel>
  )
}
