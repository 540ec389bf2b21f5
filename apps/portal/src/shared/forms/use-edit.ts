import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { use, useId, useRef } from 'react'
import { addressOf, type Noun } from '../access/addresses.ts'
import { text } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { DeletedContext } from './deleted-context.ts'
import { type SaveOptions, type Saving, useSave } from './use-save.ts'
import { useUnsaved } from './use-unsaved.ts'

/** What can be edited by two at once. */
interface Versioned {
  readonly version: number
  readonly updated_by: string | null
}

interface EditOptions<Values, Thing, C extends CallDeclaration> extends Pick<SaveOptions<C>, 'call' | 'changes'> {
  /** null: one that is yet to be created. */
  thing: Thing | null
  valuesOf: (thing: Thing | null) => Values
  validate: NonNullable<UseFormInput<Values>['validate']>
  /** What is sent; `version` is what the values are based on, 0 for a new thing. */
  inputOf: (values: Values, version: number) => Partial<CallInput<C>>
  /** The thing as it is at this moment, asked for when somebody else saved first. */
  readLatest: (values: Values, signal: AbortSignal) => Promise<Thing>
  /** Takes the thing as saved out of the answer. */
  onSaved: (answer: CallResponse<C>) => Thing
  /** What is said to be saved, and opened once it was created. */
  subject?: (thing: Thing) => readonly [Noun, string]
}

export interface Edit<Values, Thing> extends Omit<Saving<never>, 'save' | 'forget'> {
  form: UseFormReturnType<Values>
  isNew: boolean
  /** What somebody else saved meanwhile, once a save was refused for it. */
  theirs: Thing | undefined
  valuesOf: (thing: Thing) => Values
  /** Whether leaving would lose something that was not sent. */
  isUnsaved: () => boolean
  /** Whether all that the form holds is being saved. */
  isOnItsWay: () => boolean
  /** Goes on from these values, over what somebody else saved: the next save replaces exactly that. */
  goOnFrom: (values: Values) => void
}

/** The form of one thing that others may edit as well: its values and their problems, saving, and the conflict. */
export const useEdit = <Values extends object, Thing extends Versioned, C extends CallDeclaration>(
  options: EditOptions<Values, Thing, C>,
): Edit<Values, Thing> & { save: (more?: Partial<CallInput<C>>) => void } => {
  const { thing, call, changes, valuesOf, validate, inputOf, readLatest, onSaved, subject } = options
  const navigate = useNavigate()
  const id = useId()
  // Not state: what is kept over somebody else's is saved at once, before anything is drawn again.
  const version = useRef(thing?.version ?? 0)
  const form = useForm<Values>({ initialValues: valuesOf(thing), validateInputOnBlur: true, validate })
  const sent = useRef(form.getValues())
  const { isUnsaved, keep } = useUnsaved(form, (values) => inputOf(values, 0))
  const isDeleted = use(DeletedContext)
  const { save, isSaving, refusal, forget } = useSave({
    call,
    changes,
    onFieldErrors: form.setErrors,
    onSaved: (answer, isShown) => {
      const saved = onSaved(answer)
      const named = subject?.(saved)
      version.current = saved.version
      // The server may have added something, as a group's required tags. What was typed meanwhile stays.
      const isAsSent = form.getValues() === sent.current
      const values = isAsSent ? valuesOf(saved) : sent.current
      if (isAsSent) form.setValues(values)
      keep(values)
      notice(text('form.saved'), named?.[1])
      if (!thing && named && isShown) void navigate({ to: addressOf(...named) })
    },
  })
  const isConflict = refusal?.code === 'edit.conflict'
  const latest = useQuery({
    queryKey: ['latest', id, call.path],
    queryFn: ({ signal }) => readLatest(form.getValues(), signal),
    enabled: isConflict,
    staleTime: 0,
    gcTime: 0,
  })
  const theirs = isConflict && latest.isSuccess && !latest.isFetching ? latest.data : undefined
  return {
    form,
    isNew: thing === null,
    isSaving,
    refusal,
    theirs,
    valuesOf,
    isUnsaved: () => !isDeleted?.current && isUnsaved(),
    isOnItsWay: () => isSaving && form.getValues() === sent.current,
    save: (more) => {
      sent.current = form.getValues()
      save({ ...inputOf(sent.current, version.current), ...more })
    },
    goOnFrom: (values) => {
      version.current = theirs?.version ?? version.current
      form.setValues(values)
      if (theirs) keep(valuesOf(theirs))
      forget()
    },
  }
}
