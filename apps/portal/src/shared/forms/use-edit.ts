import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { addressOf, type Noun } from '../access/addresses.ts'
import { text } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { ShownThing } from './shown-thing.ts'
import { type SaveOptions, type Saving, useSave } from './use-save.ts'

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
  /** Goes on from these values, over what somebody else saved. */
  goOnFrom: (values: Values) => void
}

/** The form of one thing that others may edit as well: its values and their problems, saving, and the conflict. */
export const useEdit = <Values extends object, Thing extends Versioned, C extends CallDeclaration>(
  options: EditOptions<Values, Thing, C>,
): Edit<Values, Thing> & { save: (more?: Partial<CallInput<C>>) => void } => {
  const { thing, call, changes, valuesOf, validate, inputOf, readLatest, onSaved, subject } = options
  const navigate = useNavigate()
  const id = useId()
  const [version, setVersion] = useState(thing?.version ?? 0)
  const shown = useContext(ShownThing)
  useEffect(() => {
    if (shown) shown.version.current = version
  }, [shown, version])
  const form = useForm<Values>({ initialValues: valuesOf(thing), validateInputOnBlur: true, validate })
  const sent = useRef(form.getValues())
  const { save, isSaving, refusal, forget } = useSave({
    call,
    changes,
    onFieldErrors: form.setErrors,
    onSaved: (answer) => {
      const saved = onSaved(answer)
      const named = subject?.(saved)
      notice(text('form.saved'), named?.[1])
      if (!thing && named) void navigate({ to: addressOf(...named) })
      setVersion(saved.version)
      // The server may have added something, as a group's required tags. What was typed meanwhile stays.
      if (form.getValues() === sent.current) form.setValues(valuesOf(saved))
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
  const theirs = isConflict && !latest.isFetching ? latest.data : undefined
  return {
    form,
    isNew: thing === null,
    isSaving,
    refusal,
    theirs,
    valuesOf,
    save: (more) => {
      sent.current = form.getValues()
      save({ ...inputOf(sent.current, version), ...more })
    },
    goOnFrom: (values) => {
      setVersion(theirs?.version ?? version)
      form.setValues(values)
      forget()
    },
  }
}
