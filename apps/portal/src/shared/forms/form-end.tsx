import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { type MessageId, useText } from '../i18n/text.ts'
import { LeaveQuestion } from '../ui/leave-question.tsx'
import { EditConflict, type FieldTexts } from './edit-conflict.tsx'
import { Refusal } from './refusal.tsx'
import type { Edit } from './use-edit.ts'

interface FormEndProps extends Pick<ButtonProps, 'color' | 'disabled'> {
  saving: { refusal: ApiError | null; isSaving: boolean }
  /** For the question whether to leave. */
  isUnsaved: () => boolean
  isOnItsWay?: () => boolean
  /** The label of the button; `null` when the form is read-only. */
  label: MessageId | null
  /** Shown instead of the refusal. */
  conflict?: ReactNode
  /** What prevents the change, one entry each. */
  items?: readonly string[]
  /** A way to solve what the refusal names. */
  children?: ReactNode
}

/** The end of every form: the refusal, if any, and the submit button. */
export const FormEnd = (props: FormEndProps) => {
  const { saving, isUnsaved, isOnItsWay, label, conflict, items, children, ...button } = props
  const t = useText()
  return (
    <>
      <LeaveQuestion isUnsaved={isUnsaved} isOnItsWay={isOnItsWay} />
      {conflict ?? (
        <Refusal refusal={saving.refusal} items={items}>
          {children}
        </Refusal>
      )}
      {label && (
        <Group>
          <Button {...button} type="submit" loading={saving.isSaving}>
            {t(label)}
          </Button>
        </Group>
      )}
    </>
  )
}

export interface EditEndProps<Values, Item>
  extends Omit<FormEndProps, 'saving' | 'isUnsaved' | 'isOnItsWay' | 'label' | 'conflict'> {
  edit: Edit<Values, Item>
  /** What a conflict compares. */
  textsOf: (values: Values) => FieldTexts
  isReadOnly?: boolean
}

/** The end of a form that others may edit at the same time: also handles the conflict. */
export const EditEnd = <Values, Item extends { updated_by: string | null }>(props: EditEndProps<Values, Item>) => {
  const { edit, textsOf, isReadOnly, ...end } = props
  const { form, theirs, valuesOf, goOnFrom } = edit
  return (
    <FormEnd
      {...end}
      saving={edit}
      isUnsaved={edit.isUnsaved}
      isOnItsWay={edit.isOnItsWay}
      label={isReadOnly ? null : edit.isNew ? 'form.create' : 'form.save'}
      conflict={
        theirs && (
          <EditConflict
            theirs={textsOf(valuesOf(theirs))}
            mine={textsOf(form.values)}
            changedBy={theirs.updated_by}
            onTakeTheirs={() => goOnFrom(valuesOf(theirs))}
            onKeepMine={(element) => {
              goOnFrom(form.values)
              element?.requestSubmit()
            }}
          />
        )
      }
    />
  )
}
