import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { type MessageId, useText } from '../i18n/text.ts'
import { type Difference, EditConflict } from './edit-conflict.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { Refusal } from './refusal.tsx'
import type { Edit } from './use-edit.ts'

interface FormEndProps extends Pick<ButtonProps, 'color' | 'disabled'> {
  saving: { refusal: ApiError | null; isSaving: boolean }
  /** Whether leaving would lose something, and whether it is being saved. */
  isUnsaved: () => boolean
  isOnItsWay?: () => boolean
  /** Of the button; null where the form is only read. */
  label: MessageId | null
  /** Shown instead of the refusal. */
  conflict?: ReactNode
  /** What stands in the way, one by one. */
  items?: readonly string[]
  /** What to do about a refusal. */
  children?: ReactNode
}

/** The end of every form: why it was refused, and the button that sends it. */
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

interface EditEndProps<Values, Thing>
  extends Omit<FormEndProps, 'saving' | 'isUnsaved' | 'isOnItsWay' | 'label' | 'conflict'> {
  edit: Edit<Values, Thing>
  differences: (theirs: Values, mine: Values) => readonly Difference[]
  isReadOnly?: boolean
}

/** The end of a form that others may fill in as well: also what to do when somebody else saved first. */
export const EditEnd = <Values, Thing extends { updated_by: string | null }>(props: EditEndProps<Values, Thing>) => {
  const { edit, differences, isReadOnly, ...end } = props
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
            differences={differences(valuesOf(theirs), form.values)}
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
