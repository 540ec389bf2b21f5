import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { anySearch, isViewAlone } from '../list/list-search.ts'
import { useOpenView } from './use-saved-views.ts'
import { addressOfView } from './view-search.ts'

/**
 * Leads an address that names only a saved view, such as one that somebody wrote, to the filters and the order of the view, if the person
 * sees it.
 * @returns whether the list is to wait for them, and whether there is no such view for this person
 */
export const useViewAlone = (): { isWaiting: boolean; isUnknown: boolean } => {
  const navigate = useNavigate()
  const search = anySearch(useSearch({ strict: false }))
  const isChosen = useLocation({ select: ({ state }) => state.isChosen ?? false })
  const { view, isLoading, hasFailed } = useOpenView()
  const isAlone = isViewAlone(search) && !isChosen
  const address = isAlone && view ? addressOfView(view) : null
  // As the list will read it: it leaves out what is malformed.
  const isLed = address !== null && !isViewAlone(anySearch({ ...address }))
  useEffect(() => {
    if (isLed && address) void navigate({ to: '.', search: address, replace: true, resetScroll: false })
  })
  return { isWaiting: isLed || (isAlone && isLoading), isUnknown: isAlone && !isLoading && !hasFailed && !view }
}
