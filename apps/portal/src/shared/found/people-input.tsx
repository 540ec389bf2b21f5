import { calls, type PersonName } from '@holdfast/contract'
import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { MessageId } from '../i18n/text.ts'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'
import { meantOption } from '../ui/meant-option.ts'
import { rememberedName, rememberName } from './use-names.ts'

export interface ChosenPeople {
  label: string
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  /** Names of chosen people, for those who may not look for colleagues. */
  known?: readonly PersonName[]
  most?: number
}

interface PeopleInputProps extends ChosenPeople {
  description: string
  /** The people whose names or references match the typed text. */
  found: readonly PersonName[]
  typed: string
  onType: (typed: string) => void
}

const typingPauseMs = 250

const labelOf = ({ user_reference, name }: PersonName): string =>
  name && name !== user_reference ? `${name} (${user_reference})` : user_reference

interface AccountPeopleInputProps extends ChosenPeople {
  hint: MessageId
  /** For those who may not look for people. */
  hintOfReferences: MessageId
  /** People who can get reports are offered alone. */
  getsReports?: true
}

/** Chooses people by name or reference, and offers those of the account to people who may see them. */
export const AccountPeopleInput = ({ hint, hintOfReferences, getsReports, ...props }: AccountPeopleInputProps) => {
  const t = useText()
  const mayFind = useCan()('roles:read')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs)
  const filter = useMemo(
    () => ({ is_active: true, ...(search !== '' && { search }), ...(getsReports && { gets_reports: getsReports }) }),
    [search, getsReports],
  )
  const people = useList({ call: calls.listPortalUsers, filter, pageRows: 100, isEnabled: mayFind })
  return (
    <PeopleInput
      {...props}
      description={t(mayFind ? hint : hintOfReferences)}
      found={people.rows.map(({ user_reference, display_name: name }) => ({ user_reference, name }))}
      typed={typed}
      onType={setTyped}
    />
  )
}

/** Chooses people among those who are found for what is typed, or by reference. */
export const PeopleInput = ({
  label,
  description,
  value,
  onChange,
  known = [],
  most,
  found,
  typed,
  onType,
}: PeopleInputProps) => {
  const named = new Map([...known, ...found].map(({ user_reference, name }) => [user_reference, name]))
  const personOf = (user_reference: string): PersonName => ({
    user_reference,
    name: named.get(user_reference) || rememberedName(user_reference) || null,
  })
  const byLabel = new Map([...value, ...named.keys()].map((person) => [labelOf(personOf(person)), person]))
  const referenceOf = (text: string): string => {
    if (named.has(text)) return text
    const option = meantOption([...byLabel.keys()], text)
    return (option && byLabel.get(option)) ?? text
  }
  const choose = (texts: readonly string[]) => {
    const chosen = [...new Set(texts.map(referenceOf))]
    // Chosen people keep their names during further searches.
    for (const { user_reference, name } of chosen.map(personOf)) if (name) rememberName(user_reference, name)
    onChange(chosen)
  }
  return (
    <TagsInput
      label={label}
      description={description}
      value={value.map((person) => labelOf(personOf(person)))}
      onChange={choose}
      searchValue={typed}
      onSearchChange={onType}
      data={found.map(labelOf)}
      acceptValueOnBlur
      data-autofocus={most === 1 || undefined}
      {...(most !== undefined && { maxTags: most })}
    />
  )
}
