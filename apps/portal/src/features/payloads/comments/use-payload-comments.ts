import { calls } from '@holdfast/contract'
import { useEffect } from 'react'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'

/** More marks on one time line would cover each other. */
const mostOnTimeline = 500
const pageRows = 100

/**
 * The comments on a recording, newest first, updated live; those that were deleted; and those for its time line, which are read without
 * being asked for.
 */
export const usePayloadComments = (payload_reference: string, isEnabled: boolean) => {
  const request = { call: calls.listPayloadComments, params: { payload_reference }, filter: {} }
  const list = useList({ ...request, portalReads: 'first_page', isEnabled })
  const all = useList({ ...request, portalReads: 'all_pages', pageRows, isEnabled: isEnabled && list.hasMore })
  const deleted = useList({ ...request, filter: { is_closed: true }, portalReads: 'first_page', isEnabled })
  const { hasMore, isLoadingMore, moreFailure, loadMore } = all
  const isWanted = hasMore && !isLoadingMore && !moreFailure && all.rows.length < mostOnTimeline
  useEffect(() => {
    if (isWanted) loadMore()
  })
  useEvents((event) => {
    if (!isEnabled || event.kind !== 'comment' || event.reference !== payload_reference) return
    list.readAgain()
    deleted.readAgain()
    if (list.hasMore) all.readAgain()
  })
  return { list, deleted, onTimeline: all.rows.length > list.rows.length ? all.rows : list.rows }
}
