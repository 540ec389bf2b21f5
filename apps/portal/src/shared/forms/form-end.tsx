import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { Colleague } from '../found/colleague.tsx'
import { type MessageId, useText } from '../i18n/text.ts'
import { LeaveQuestion } from '../ui/leave-question.tsx'
import { Moment } from '../ui/moment.tsx'
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
  /** Says who changed the record last, and when, unless the screen says so elsewhere. */
  tellsChange?: boolean
}

interface Changed {
  updated_by: string | null
  updated_at?: string | null
}

/** Who changed a record last, and when. */
const LastChange = ({ updated_by: by, updated_at: at }: Changed) => {
  const t = useText()
  if (by === null) return null
  return (
    <Text size="sm" c="dimmed">
      {t('detail.updated_by')} <Colleague author={by} />
      {at && (
        <>
          {' · '}
          <Moment time={at} />
        </>
      )}
    </Text>
  )
}

/** The end of a form that others may edit at the same time: also handles the conflict. */
export const EditEnd = <Values, Item extends Changed>(props: EditEndProps<Values, Item>) => {
  const { edit, textsOf, isReadOnly, tellsChange = false, ...end } = props
  const { form, theirs, valuesOf, goOnFrom } = edit
  return (
    <>
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
      {tellsChange && edit.item && <LastChange {...edit.item} />}
    </>
  )
}
