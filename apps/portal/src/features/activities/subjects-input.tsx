import { calls, limits } from '@holdfast/contract'
import { subjectInWords } from '@holdfast/words'
import { MultiSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { fewestLetters, useFound } from '../../shared/found/use-found.ts'
import { useFindText, useText } from '../../shared/i18n/text.ts'
import { type FieldInputProps, valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import { useList } from '../../shared/list/use-list.ts'
import { useCan } from '../../shared/session/profile.ts'
import { soughtKinds, subjectOptions } from './subject-options.ts'

/** Longer ones are none of the call. */
const maxTyped = 200
/** The same of the text of matters. */
const maxMatterText = 100
const mostMatters = 8

/** The first matters whose reference or title contains the text, among those that the person sees. */
const useMattersNamed = (text: string) => {
  const can = useCan()
  const filter = useMemo(() => ({ text }), [text])
  const isEnabled = can('matters:read') && text.length >= fewestLetters && text.length <= maxMatterText
  const { rows, isLoading } = useList({ call: calls.listMatters, filter, portalReads: 'all_pages', isEnabled })
  return { matters: isEnabled ? rows.slice(0, mostMatters) : [], isSearching: isEnabled && isLoading }
}

/** Chooses what entries are about, by any part of its name or reference, or by the whole reference as it was typed. */
export const SubjectsInput = ({ field, filter, onChange }: FieldInputProps) => {
  const t = useText()
  const findText = useFindText()
  const [typed, setTyped] = useState('')
  const values = valuesOf(filter, field.name)
  const { found, foundBy, isSearching: isFinding, hasFailed } = useFound(typed, [...soughtKinds])
  const { matters, isSearching: isFindingMatters } = useMattersNamed(foundBy)
  const isSearching = isFinding || isFindingMatters
  const isSettled = !isSearching && foundBy.length >= fewestLetters && foundBy === typed.trim()
  const offered = subjectOptions(found, foundBy.slice(0, maxTyped), findText, matters)
  const isNew = ({ value }: { value: string }) => !values.includes(value)
  const chosen = values.map((value) => ({ value, label: subjectInWords(value, findText) }))
  const groups = isSettled
    ? [
        { group: t('activities.subjects_found'), items: offered.found.filter(isNew) },
        { group: t('activities.subjects_typed'), items: offered.typed.filter(isNew) },
      ].filter(({ items }) => items.length > 0)
    : []
  return (
    <MultiSelect
      label={t(field.label)}
      placeholder={values.length === 0 ? t('list.search_placeholder') : ''}
      searchable
      hidePickedOptions
      openOnFocus={false}
      maxValues={limits.maxReferencesInBatch}
      value={[...values]}
      onChange={(next) => onChange(withValues(filter, field.name, next, field))}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...chosen, ...groups]}
      // The server has filtered them.
      filter={({ options }) => options}
      nothingFoundMessage={isSearching ? t('list.searching') : t('list.type_to_search', { count: fewestLetters })}
      error={hasFailed && t('list.search_failed')}
    />
  )
}
