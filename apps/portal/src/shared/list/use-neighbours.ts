import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { text } from '../i18n/text.ts'
import { failureMessage, notice } from '../notices/notice.ts'
import { audienceOf } from '../session/session-state.ts'
import { useSession } from '../session/use-session.ts'
import { neighboursOf, noteGoneOn, type ReadRows, type RowsAfter, readOn } from './neighbours.ts'

/** All controls of a screen know by this key that the list is read on. */
const mutationKey = ['read-on']

interface OpenNeighbours {
  /** `null` where there is none. */
  previous: (() => void) | null
  /** After the last row that the list had loaded, it reads the next page of the list first. */
  next: (() => void) | null
  /** The next page of the list is being read. */
  isReading: boolean
}

/** The module of the list's screen tells how its rows are read. */
const readAfterReload = async (router: AnyRouter, path: string, after: RowsAfter): Promise<ReadRows> => {
  const [, , route] = router.getMatchedRoutes(path)
  const page = await route?.options.staticData?.screen?.load()
  const rows = page?.rows?.find(({ call }) => call === after.call)
  // Such as while the page loads itself again, because the module is of an older build.
  if (!rows) throw new Error(`no rows of ${after.call} in the module of ${path}`)
  return rows.readAfter(after)
}

/** Opens the rows before and after this one in the list that it was opened from. Back still leads to the list. */
export const useNeighbours = (): OpenNeighbours => {
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const { previous, next, goesOn } = neighboursOf(pathname, audienceOf(useSession()))
  const isReading = useIsMutating({ mutationKey }) > 0
  const open = (address: string) => {
    noteGoneOn(address)
    void navigate({ to: address, replace: true })
  }
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (_from: string) => readOn((path, after) => readAfterReload(router, path, after)),
    onSuccess: ({ next: found, hasMore }, from) => {
      // The person may have gone elsewhere meanwhile.
      if (router.state.location.pathname !== from) return
      if (found) open(found)
      else notice(text(hasMore ? 'list.none_on_page' : 'list.end'))
    },
    onError: (error) => notice(text('list.failed_more'), error instanceof ApiError ? failureMessage(error) : ''),
  })
  const goOn = () => {
    if (queryClient.isMutating({ mutationKey }) === 0) mutate(pathname)
  }
  return {
    previous: previous === undefined ? null : () => open(previous),
    next: next === undefined ? (goesOn ? goOn : null) : () => open(next),
    isReading,
  }
}
