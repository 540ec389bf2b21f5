import { calls, type PortalUser } from '@holdfast/contract'
import type { ComboboxItemGroup } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const noFilter = {}

/** People and client apps to choose from, by the names that explanations use. */
export const useAssignees = (search: string): ComboboxItemGroup<string>[] => {
  const t = useText()
  const can = useCan()
  const people = usePeople(search)
  const apps = useList({ call: calls.listApps, filter: noFilter, pageRows: 100, isEnabled: can('apps:read') })
  return [
    { group: t('explain.people'), items: people.map(({ user_reference }) => user_reference) },
    { group: t('explain.apps'), items: apps.rows.map(({ app_reference }) => `app/${app_reference}`) },
  ]
}

/** The first fifty people of the account whose reference or name contains `search`. */
export const usePeople = (search: string): readonly PortalUser[] => {
  const [settled] = useDebouncedValue(search.trim(), 250)
  const filter = useMemo(() => (settled ? { search: settled } : {}), [settled])
  return useList({ call: calls.listPortalUsers, filter }).rows
}
