import type { CallDeclaration, CallInput, CallResponse } from '@holdfast/contract'
import { type FormErrors, type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { use, useEffect, useId, useRef } from 'react'
import { addressOf, type Noun } from '../access/addresses.ts'
import { text } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { checkedWhenLeft } from './checked-when-left.ts'
import { DeletedContext } from './deleted-context.ts'
import { ShownItem } from './shown-item.ts'
import { type SaveOptions, type Saving, useSave } from './use-save.ts'
import { useUnsaved } from './use-unsaved.ts'

/** A record that two people may edit at once. */
interface Versioned {
  readonly version: number
  readonly updated_by: string | null
}

interface EditOptions<Values, Item, C extends CallDeclaration> extends Pick<SaveOptions<C>, 'call' | 'changes'> {
  /** `null` when creating. */
  item: Item | null
  valuesOf: (item: Item | null) => Values
  validate: NonNullable<UseFormInput<Values>['validate']>
  /** The input of the call. `version` is the one that the values are based on, 0 when creating. */
  inputOf: (values: Values, version: number) => Partial<CallInput<C>>
  /** Reads the current version after a conflict. */
  readLatest: (values: Values, signal: AbortSignal) => Promise<Item>
  /** Takes the saved item from the response. */
  onSaved: (answer: CallResponse<C>) => Item
  /** What the notice names, and what is opened after creating. */
  subject?: (item: Item) => readonly [Noun, string]
}

export interface Edit<Values, Item> extends Omit<Saving<never>, 'save' | 'forget'> {
  form: UseFormReturnType<Values>
  isNew: boolean
  /** As it was opened; `null` when creating. */
  item: Item | null
  save: () => void
  /** The version that somebody else saved, after a conflict. */
  theirs: Item | undefined
  valuesOf: (item: Item) => Values
  /** Whether leaving would lose changes. */
  isUnsaved: () => boolean
  /** Checks the values; the first field with a problem gets the focus. */
  isValid: () => boolean
  /** Moves the focus to the first field that has an error. For the second argument of `form.onSubmit`. */
  focusInvalid: (errors: FormErrors) => void
  /** Whether all changes are being saved. */
  isOnItsWay: () => boolean
  /** Continues with these values on top of what somebody else saved: the next save replaces exactly that version. */
  goOnFrom: (values: Values) => void
}

/** The form of a versioned record: values, problems, saving, and conflicts with other people. */
export const useEdit = <Values extends object, Item extends Versioned, C extends CallDeclaration>(
  options: EditOptions<Values, Item, C>,
): Edit<Values, Item> & { save: (more?: Partial<CallInput<C>>) => void } => {
  const { item, call, changes, valuesOf, validate, inputOf, readLatest, onSaved, subject } = options
  const navigate = useNavigate()
  // A ref instead of state: 'Keep mine' saves in the same event, before the next render.
  const version = useRef(item?.version ?? 0)
  const shown = use(ShownItem)
  const isBasedOn = (newer: number): void => {
    version.current = newer
    if (shown) shown.version.current = newer
  }
  useEffect(() => {
    if (shown) shown.version.current = version.current
  }, [shown])
  const form = useForm<Values>({ initialValues: valuesOf(item), ...checkedWhenLeft<Values>(), validate })
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
      isBasedOn(saved.version)
      // The server may have added something, such as a group's required tags. Values typed in the meantime stay.
      const isAsSent = form.getValues() === sent.current
      const values = isAsSent ? valuesOf(saved) : sent.current
      if (isAsSent) form.setValues(values)
      keep(values)
      notice(text('form.saved'), named?.[1])
      if (!item && named && isShown) void navigate({ to: addressOf(...named) })
    },
  })
  const theirs = useTheirs(call, refusal, (signal) => readLatest(form.getValues(), signal))
  const focusInvalid = (errors: FormErrors) =>
    Object.keys(errors)
      .map((field) => form.getInputNode(field))
      .find((input) => input !== null)
      ?.focus()
  return {
    form,
    isNew: item === null,
    item,
    isSaving,
    refusal,
    theirs,
    valuesOf,
    isUnsaved: () => !isDeleted?.current && isUnsaved(),
    isValid: () => {
      const { hasErrors, errors } = form.validate()
      focusInvalid(errors)
      return !hasErrors
    },
    focusInvalid,
    isOnItsWay: () => isSaving && form.getValues() === sent.current,
    save: (more?: Partial<CallInput<C>>) => {
      if (item && !isUnsaved()) {
        notice(text('form.nothing_changed'))
        forget()
        return
      }
      sent.current = form.getValues()
      save({ ...inputOf(sent.current, version.current), ...more })
    },
    goOnFrom: (values) => {
      if (theirs) isBasedOn(theirs.version)
      form.setValues(values)
      if (theirs) keep(valuesOf(theirs))
      forget()
    },
  }
}

/** The version that somebody else saved, once a conflict was refused and it was read. */
const useTheirs = <Item>(
  { path }: CallDeclaration,
  refusal: Saving<never>['refusal'],
  read: (signal: AbortSignal) => Promise<Item>,
): Item | undefined => {
  const id = useId()
  const isConflict = refusal?.code === 'edit.conflict'
  const latest = useQuery({
    queryKey: ['latest', id, path],
    queryFn: ({ signal }) => read(signal),
    enabled: isConflict,
    staleTime: 0,
    gcTime: 0,
  })
  return isConflict && latest.isSuccess && !latest.isFetching ? latest.data : undefined
}
