import { calls, type TagDefinition } from '@holdfast/contract'
import { useEffect } from 'react'
import { useList } from '../list/use-list.ts'
import { useCan } from '../session/profile.ts'

const noFilter = {}

/** All tag definitions of the account. */
export const useTagDefinitions = (): { definitions: readonly TagDefinition[]; isLoading: boolean } => {
  const can = useCan()
  const { rows, isLoading, hasMore, loadMore } = useList({
    call: calls.listTags,
    filter: noFilter,
    pageRows: 100,
    isEnabled: can('tags:read'),
  })
  useEffect(() => {
    if (hasMore) loadMore()
  })
  return { definitions: rows, isLoading: isLoading || hasMore }
}
