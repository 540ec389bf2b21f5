import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { permissionInWords } from '../../../shared/access/permission-text.ts'
import { AddButton } from '../../../shared/forms/add-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { newRule, permissionsOf, type RuleValues } from '../grants/rule-values.ts'
import type { MatchOf } from '../preview/use-role-preview.ts'
import { PermissionInput } from './permission-input.tsx'

interface PermissionsInputProps {
  permissions: readonly RuleValues[]
  /** The place of each rule's first permission among all permissions of the role. */
  firstPlaces: readonly number[]
  errors: Readonly<Record<string, unknown>>
  matchOf: MatchOf
  onChange: (permissions: RuleValues[]) => void
}

/** A role can have a thousand. The others are found by searching. */
const shownAtOnce = 50

const placesOf = (permissions: readonly RuleValues[], search: string): number[] =>
  permissions.flatMap((permission, place) =>
    permissionsOf(permission).some((each) =>
      permissionInWords(each).toLowerCase().includes(search.trim().toLowerCase()),
    )
      ? [place]
      : [],
  )

/** The rules of a role beside its matrix. */
export const PermissionsInput = ({ permissions, firstPlaces, errors, matchOf, onChange }: PermissionsInputProps) => {
  const t = useText()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly number[] | null>(null)
  const [shownCount, setShownCount] = useState(shownAtOnce)
  const [addedCount, setAddedCount] = useState(0)
  /** Of one rule, by pattern and path. */
  const errorsOf = (rule: number) => (pattern: number, path: string) =>
    errors[`permissions.${(firstPlaces[rule] ?? 0) + pattern}.${path}`] as string | undefined
  const hasError = (rule: number) =>
    permissions[rule]?.patterns.some((_, pattern) => {
      const prefix = `permissions.${(firstPlaces[rule] ?? 0) + pattern}.`
      return Object.keys(errors).some((path) => path.startsWith(prefix))
    })
  // The results of a search stay while they are edited, even if they no longer contain its words.
  const sought = found ?? permissions.map((_, place) => place)
  const first = new Set(sought.slice(0, shownCount))
  const seek = (words: string) => {
    setSearch(words)
    setFound(words.trim() ? placesOf(permissions, words) : null)
    setShownCount(shownAtOnce)
  }
  const remove = (place: number) => {
    const rest = permissions.filter((_, index) => index !== place)
    onChange(rest)
    if (found) setFound(placesOf(rest, search))
    if (place >= permissions.length - addedCount) setAddedCount(addedCount - 1)
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('roles.permissions_hint')}
      </Text>
      {permissions.length > shownAtOnce && (
        <TextInput
          size="xs"
          label={t('roles.find_permission')}
          value={search}
          onChange={(event) => seek(event.currentTarget.value)}
        />
      )}
      {permissions.map((permission, place) => {
        const isShown = first.has(place) || place >= permissions.length - addedCount || hasError(place)
        if (!isShown) return null
        return (
          <PermissionInput
            key={permission.id}
            value={permission}
            number={place + 1}
            errorOf={errorsOf(place)}
            matchOf={matchOf}
            onChange={(changed) => onChange(permissions.map((old, index) => (index === place ? changed : old)))}
            onRemove={() => remove(place)}
          />
        )
      })}
      <AddButton
        onClick={() => {
          setAddedCount(addedCount + 1)
          onChange([...permissions, newRule()])
        }}
      >
        {t('roles.add_permission')}
      </AddButton>
      {sought.length > shownCount && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setShownCount(shownCount + shownAtOnce)}>
            {t('roles.more_permissions', { count: sought.length - shownCount })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
