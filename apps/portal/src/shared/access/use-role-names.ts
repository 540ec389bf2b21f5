import { calls } from '@holdfast/contract'
import { useEffect } from 'react'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const noFilter = {}

const useAll = <Item>({
  rows,
  hasMore,
  loadMore,
}: {
  rows: readonly Item[]
  hasMore: boolean
  loadMore: () => void
}) => {
  useEffect(() => {
    if (hasMore) loadMore()
  })
  return rows
}

export const useRoleNames = (): string[] => {
  const can = useCan()
  const list = useList({ call: calls.listRoles, filter: noFilter, pageRows: 100, isEnabled: can('roles:read') })
  return useAll(list).map(({ role_reference }) => role_reference)
}
