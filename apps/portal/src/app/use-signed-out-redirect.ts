import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { personOf } from '../shared/session/session-state.ts'

/** Whom this page was last seen to belong to. The session can end before the first screen is on the page. */
let before = personOf(session.state())

/**
 * When the session ends, wherever that happened: clears the query cache and leaves the screens for signed-in people.
 * When somebody else signed in in another tab: only clears; the shell opens their start screen.
 */
export const useSignedOutRedirect = (): void => {
  const router = useRouter()
  useEffect(() => {
    const follow = () => {
      const person = personOf(session.state())
      const isOver = before !== null && person !== before
      before = person
      if (!isOver) return
      queryClient.clear()
      if (person !== null) return
      const { matches, location } = router.state
      if (!matches.some(({ staticData }) => staticData.isForSignedIn)) return
      // After a log-out there is no address to return to: the next person may be somebody else.
      void router.navigate({ to: '/sign-in', search: session.hasLeft() ? {} : { return_to: location.href } })
    }
    follow()
    return session.subscribe(follow)
  }, [router])
}
