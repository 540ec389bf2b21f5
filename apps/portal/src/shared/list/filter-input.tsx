import { Chip, Group, Input, SegmentedControl, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { fieldRule } from '../forms/field-rule.ts'
import { useText } from '../i18n/text.ts'
import { DaysInput } from './days-input.tsx'
import { type FieldInputProps, valuesOf, withValues } from './filter-fields.ts'
import { FoundInput } from './found-input.tsx'
import { GroupedInput } from './grouped-input.tsx'
import { MomentInput } from './moment-input.tsx'

/** The typed word is added on Enter and on leaving the field. Esc discards it. */
const WordsInput = ({ field, filter, onChange }: FieldInputProps) => {
  const t = useText()
  const [draft, setDraft] = useState('')
  // The field also loses the focus when Esc closes the filters, before the emptied draft is rendered.
  const isDiscarded = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = () => {
    const word = draft.trim()
    if (word === '' || isDiscarded.current) return
    const found = field.kind === 'text' && field.schema ? fieldRule(field.schema)(word) : null
    setProblem(found)
    if (found) return
    const present = field.kind === 'text' ? [] : valuesOf(filter, field.name)
    onChange(withValues(filter, field.name, [...new Set([...present, word])], field))
    setDraft('')
  }
  const onEnter = field.kind === 'text' ? 'list.set' : 'list.add'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      isDiscarded.current = true
      setDraft('')
      setProblem(null)
    }
    if (event.key !== 'Enter' || draft.trim() === '') return
    event.preventDefault()
    add()
  }
  return (
    <TextInput
      label={t(field.label)}
      description={field.hint ? `${t(field.hint)} ${t(onEnter)}` : t(onEnter)}
      value={draft}
      error={problem}
      onChange={(event) => {
        isDiscarded.current = false
        setProblem(null)
        setDraft(event.currentTarget.value)
      }}
      onKeyDown={onKeyDown}
      onBlur={add}
    />
  )
}

/** The control of one filter. */
export const FilterInput = ({ field, filter, onChange }: FieldInputProps) => {
  const t = useText()
  const set = (values: readonly string[]) => onChange(withValues(filter, field.name, values, field))
  const values = valuesOf(filter, field.name)
  const { input: OwnInput } = field
  if (OwnInput) return <OwnInput field={field} filter={filter} onChange={onChange} />
  if (field.kind === 'found') return <FoundInput field={field} filter={filter} onChange={onChange} />
  if (field.kind === 'grouped') return <GroupedInput field={field} filter={filter} onChange={onChange} />
  if (field.kind === 'text' || field.kind === 'texts') {
    return <WordsInput field={field} filter={filter} onChange={onChange} />
  }
  if (field.kind === 'moment') return <MomentInput field={field} filter={filter} onChange={onChange} />
  if (field.kind === 'days') return <DaysInput field={field} filter={filter} onChange={onChange} />
  if (field.kind === 'flag') {
    return (
      <Input.Wrapper label={t(field.label)} labelElement="div">
        <SegmentedControl
          fullWidth
          size="xs"
          mt={4}
          aria-label={t(field.label)}
          value={values[0] ?? 'any'}
          onChange={(value) => set(value === 'any' ? [] : [value])}
          data={[
            { value: 'any', label: t('list.any') },
            { value: 'true', label: t('list.yes') },
            { value: 'false', label: t('list.no') },
          ]}
        />
      </Input.Wrapper>
    )
  }
  return (
    <Input.Wrapper label={t(field.label)} labelElement="div">
      <Chip.Group multiple value={[...values]} onChange={(chosen) => set(chosen)}>
        <Group gap={6} mt={6} role="group" aria-label={t(field.label)}>
          {field.options.map((option) => (
            <Chip key={option.value} value={option.value} size="xs" radius="xl" variant="outline">
              {option.label ? t(option.label) : option.value}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
