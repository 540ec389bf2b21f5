import { limits } from '@holdfast/contract'
import { MultiSelect, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { isNamed } from '../found/is-named.ts'
import { fewestLetters, useFound, wordsOf } from '../found/use-found.ts'
import { rememberedName, rememberName, useNames } from '../found/use-names.ts'
import { useText } from '../i18n/text.ts'
import { useProfile } from '../session/profile.ts'
import { type FilterField, valuesOf, withValues } from './filter-fields.ts'
import classes from './found-input.module.css'
import type { FilterValues } from './list-search.ts'

interface FoundInputProps {
  field: Extract<FilterField, { kind: 'found' }>
  filter: FilterValues
  onChange: (filter: FilterValues) => void
  /** How many can be chosen. */
  most?: number
  /** What was typed can't be chosen unless it is found. */
  isFoundOnly?: boolean
  /** Offered besides what is found. */
  also?: readonly { value: string; label: string }[]
}

const none: NonNullable<FoundInputProps['also']> = []

const mostValues = 100

/** Chooses things by any part of a name or reference. A reference that is not found can be used as it was typed. */
export const FoundInput = ({
  field,
  filter,
  onChange,
  most = mostValues,
  isFoundOnly = false,
  also = none,
}: FoundInputProps) => {
  const t = useText()
  const [typed, setTyped] = useState('')
  const values = [...new Set(valuesOf(filter, field.name))]
  const nameOfPerson = useNames(field.finds === 'device_user' ? values : [])
  const nameOf = (value: string) =>
    also.find((one) => one.value === value)?.label ??
    (field.finds === 'device_user' ? nameOfPerson(value) : (rememberedName(value) ?? value))
  const { found, more, foundBy, isSearching, hasFailed } = useFound(typed, [field.finds, ...(field.alsoFinds ?? [])])
  const { profile } = useProfile()
  const own = useOwnOption(field, values, typed)
  const others = also.filter(({ value, label }) => !values.includes(value) && isNamed(`${label} ${value}`, typed))
  const isSettled = !isSearching && foundBy.length >= fewestLetters && foundBy === typed.trim()
  const present = [...values, ...[...own, ...others].map(({ value }) => value)]
  const options = isSettled ? found.filter(({ reference }) => !present.includes(reference)) : []
  const details = new Map(options.map((one) => [one.reference, wordsOf(one).detail]))
  const isOffered =
    !isFoundOnly && isSettled && ![...found.map(({ reference }) => reference), ...present].includes(foundBy)
  const asTyped = {
    value: foundBy,
    label: t(found.length === 0 ? 'list.none_found_exactly' : 'list.exactly', { text: foundBy }),
  }
  const message = isSearching
    ? t('list.searching')
    : t(isSettled ? 'list.none_found' : 'list.type_to_search', { count: fewestLetters })
  const choose = (chosen: string[]) => {
    const added = found.find(({ reference }) => reference === chosen.at(-1))
    if (profile && chosen.at(-1) === profile.user_reference) rememberName(profile.user_reference, profile.display_name)
    if (added?.name && added.kind !== 'device') rememberName(added.reference, wordsOf(added).label)
    onChange(withValues(filter, field.name, chosen, field))
  }
  return (
    <>
      <MultiSelect
        label={t(field.label)}
        placeholder={values.length === 0 ? t(`list.placeholder_${field.finds}`) : ''}
        searchable
        hidePickedOptions
        // Most have nothing to choose from before something is typed.
        openOnFocus={own.length + others.length > 0}
        maxValues={most}
        value={values}
        onChange={choose}
        searchValue={typed}
        onSearchChange={setTyped}
        data={[
          ...values.map((value) => ({ value, label: nameOf(value) })),
          ...own,
          ...others,
          ...options.map((one) => ({ value: one.reference, label: wordsOf(one).label })),
          ...(isOffered ? [asTyped] : []),
        ]}
        // The server has filtered them.
        filter={({ options }) => options}
        // Also selects the first one when the answer arrives: the text does not change then.
        selectFirstOptionOnChange={isSettled}
        renderOption={({ option }) => (
          <span className={classes.option}>
            <span>{option.label}</span>
            {details.get(option.value) && <span className={classes.detail}>{details.get(option.value)}</span>}
          </span>
        )}
        nothingFoundMessage={message}
        description={isSettled && more.length > 0 && t('list.first_found', { count: limits.maxFoundOfKind })}
        error={hasFailed && t('list.search_failed')}
      />
      <VisuallyHidden role="status">{isSettled && t('list.found_count', { count: options.length })}</VisuallyHidden>
    </>
  )
}

/** People who may not look for colleagues still look for what they did themselves. */
const useOwnOption = ({ finds }: FoundInputProps['field'], values: readonly string[], typed: string) => {
  const t = useText()
  const { profile } = useProfile()
  if (finds !== 'portal_user' || !profile || values.includes(profile.user_reference)) return []
  const { user_reference, display_name } = profile
  if (!isNamed(`${display_name} ${user_reference}`, typed)) return []
  return [{ value: user_reference, label: t('list.oneself', { name: display_name }) }]
}
