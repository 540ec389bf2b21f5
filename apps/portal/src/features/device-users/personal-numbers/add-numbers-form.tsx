import { calls, limits, maxPersonalNumberReasonCharacters } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import { FoundInput } from '../../../shared/list/found-input.tsx'
import type { FilterValues } from '../../../shared/list/list-search.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { NumbersPreview } from './numbers-preview.tsx'
import { typedNumbers } from './typed-numbers.ts'

interface AddNumbersFormProps {
  person: string | undefined
  onDone: () => void
}

const whose = { kind: 'found', finds: 'device_user', name: 'device_user_reference', label: 'field.person' } as const
/** More are counted. */
const mostNamed = 3

/** Adds personal numbers of one person, many at once, after saying what was recorded with them. */
export const AddNumbersForm = ({ person: given, onDone }: AddNumbersFormProps) => {
  const t = useText()
  const [chosen, setChosen] = useState<FilterValues>({})
  const [typed, setTyped] = useState('')
  const [hasLeft, setLeft] = useState(false)
  const [reason, setReason] = useState('')
  const person = given ?? valuesOf(chosen, whose.name)[0]
  const { numbers, wrong } = typedNumbers(typed)
  const { save, isSaving, refusal } = useSave({
    call: calls.addPersonalNumbers,
    changes: [calls.listPersonalNumbers],
    onSaved: ({ items }) => {
      const count = items.filter(({ result }) => result === 'added').length
      const others = items.length - count
      notice(text('numbers.added', { count }), others > 0 ? text('numbers.were_already', { count: others }) : '')
      onDone()
    },
  })
  const problem =
    wrong.length > 0
      ? t('numbers.wrong', { numbers: wrong.slice(0, mostNamed).join(', '), more: wrong.slice(mostNamed).length })
      : numbers.length > limits.maxReferencesInBatch
        ? t('numbers.too_many_at_once', { count: limits.maxReferencesInBatch })
        : null
  const isComplete = person !== undefined && numbers.length > 0 && !problem && reason.trim() !== ''
  const send = () => {
    if (person !== undefined) save({ body: { device_user_reference: person, numbers, reason: reason.trim() } })
  }
  return (
    <DialogForm
      label={t('numbers.add_these', { count: numbers.length })}
      isComplete={isComplete}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={send}
      onCancel={onDone}
    >
      <Text size="sm">{t('numbers.add_hint')}</Text>
      {given === undefined && <FoundInput field={whose} filter={chosen} onChange={setChosen} most={1} isFoundOnly />}
      <Textarea
        label={t('numbers.numbers')}
        description={t('numbers.numbers_hint')}
        error={hasLeft && problem}
        withAsterisk
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
        data-autofocus={given !== undefined}
      />
      <NumbersPreview person={person} numbers={numbers} />
      <ReasonInput value={reason} onChange={setReason} />
    </DialogForm>
  )
}

/** Why numbers are added or removed. */
export const ReasonInput = ({ value, onChange }: { value: string; onChange: (reason: string) => void }) => {
  const t = useText()
  return (
    <Textarea
      label={t('field.reason')}
      description={t('numbers.reason_hint')}
      withAsterisk
      maxLength={maxPersonalNumberReasonCharacters}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
