import { calls, type PersonName } from '@holdfast/contract'
import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { rememberedName, rememberName } from '../../../shared/found/use-names.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { meantOption } from '../../../shared/ui/meant-option.ts'

interface ReviewersInputProps {
  label: string
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  /** Names of chosen people, for those who may not look for colleagues. */
  known?: readonly PersonName[]
  most?: number
}

const typingPauseMs = 250

const labelOf = ({ user_reference, name }: PersonName): string =>
  name && name !== user_reference ? `${name} (${user_reference})` : user_reference

/** Chooses people by name or reference, and offers those of the account to people who may see them. */
export const ReviewersInput = ({ label, value, onChange, known = [], most }: ReviewersInputProps) => {
  const t = useText()
  const can = useCan()
  const mayFind = can('roles:read')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs)
  const filter = useMemo(() => ({ is_active: true, ...(search !== '' && { search }) }), [search])
  const people = useList({ call: calls.listPortalUsers, filter, pageRows: 100, isEnabled: mayFind })
  const found = people.rows.map(({ user_reference, display_name: name }) => ({ user_reference, name }))
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
    // The label stays when somebody looks for other people.
    for (const { user_reference, name } of chosen.map(personOf)) if (name) rememberName(user_reference, name)
    onChange(chosen)
  }
  return (
    <TagsInput
      label={label}
      description={t(mayFind ? 'reviews.reviewers_hint' : 'reviews.reviewers_hint_references')}
      value={value.map((person) => labelOf(personOf(person)))}
      onChange={choose}
      searchValue={typed}
      onSearchChange={setTyped}
      data={found.map(labelOf)}
      acceptValueOnBlur
      data-autofocus={most === 1 || undefined}
      {...(most !== undefined && { maxTags: most })}
    />
  )
}
