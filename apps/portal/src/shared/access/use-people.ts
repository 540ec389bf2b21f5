import { calls, type PortalUser } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useList } from '../list/use-list.ts'

/** The first fifty people of the account whose reference or name contains `search`. */
export const usePeople = (search: string): readonly PortalUser[] => {
  const [settled] = useDebouncedValue(search.trim(), 250)
  const filter = useMemo(() => (settled ? { search: settled } : {}), [settled])
  return useList({ call: calls.listPortalUsers, filter }).rows
}
