import { calls, type SavedView } from '@holdfast/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { readApi } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { anySearch } from '../list/list-search.ts'
import { useProfile } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'

interface LoadedViews {
  /** By name. None for staff on a visit. */
  views: readonly SavedView[]
  /** There are more shared views than the server lists. */
  hasMore: boolean
  isLoading: boolean
  hasFailed: boolean
  reload: () => void
  /** After a change. */
  readAgain: () => void
}

const noViews: readonly SavedView[] = []

/** The saved views that the person sees: their own, and those that others share with a role of theirs. */
export const useSavedViews = (): LoadedViews => {
  const { client, support } = useSession()
  const { profile } = useProfile()
  const isEnabled = support === null && (profile?.terms_accepted ?? false)
  const { catalogue, path } = calls.listViews
  // Views are shared with roles, so other roles see others.
  const queryKey = ['one', catalogue, path, client, profile?.user_reference, profile?.roles]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readApi(calls.listViews, { signal, isQuiet: true }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    select: ({ items, has_more }) => ({
      views: items.toSorted((one, other) => one.name.localeCompare(other.name)),
      hasMore: has_more,
    }),
  })
  const shown = isEnabled ? query.data : undefined
  return {
    views: shown?.views ?? noViews,
    hasMore: shown?.hasMore ?? false,
    isLoading: isEnabled && query.isLoading,
    hasFailed: isEnabled && query.isError && !query.data,
    reload: () => {
      if (isEnabled) void query.refetch({ cancelRefetch: false })
    },
    readAgain: () => {
      if (isEnabled) readAgain(queryClient, queryKey)
    },
  }
}

/** Lists of which views can be saved; the contract accepts the same. */
const listPath = /^\/dashboard(?:\/[a-z][a-z-]*){1,6}$/

interface OpenView {
  /** The address of the open list; undefined where no views can be saved. */
  path: string | undefined
  /** The saved view that is open, unless it is gone or not for this person. */
  view: SavedView | undefined
  isLoading: boolean
  /** Nobody knows whether there is such a view. */
  hasFailed: boolean
}

/** Which saved view is open. */
export const useOpenView = (): OpenView => {
  const { support } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { view: reference } = anySearch(useSearch({ strict: false }))
  const { views, isLoading, hasFailed } = useSavedViews()
  const path = support === null && listPath.test(pathname) ? pathname : undefined
  const isOpen = (view: SavedView) => view.view_reference === reference && view.path === path
  return { path, view: views.find(isOpen), isLoading: reference !== undefined && isLoading, hasFailed }
}
