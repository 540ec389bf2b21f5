import { calls } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const pauseMs = 250

/**
 * Whether the person may see a group of exactly this name. Always true for people who may not look for groups: only the server can tell
 * them.
 * @param name `null`: nothing is asked
 */
export const useGroupExists = (name: string | null): boolean => {
  const mayLook = useCan()('groups:read')
  const [settled] = useDebouncedValue(name, pauseMs)
  const filter = useMemo(() => (settled === null ? {} : { groups: [settled] }), [settled])
  const { rows } = useList({ call: calls.listGroups, filter, isEnabled: mayLook && settled !== null })
  if (name === null) return false
  return !mayLook || (settled === name && rows.some(({ group_reference }) => group_reference === name))
}
