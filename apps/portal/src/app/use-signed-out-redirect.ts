import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'

/** When the session ends, whoever ended it: forgets what was read in it, and leaves the screens of those who are signed in. */
export const useSignedOutRedirect = (): void => {
  const router = useRouter()
  useEffect(() => {
    let wasSignedIn = session.isSignedIn()
    return session.subscribe(() => {
      const isSignedIn = session.isSignedIn()
      const hasEnded = wasSignedIn && !isSignedIn
      wasSignedIn = isSignedIn
      if (!hasEnded) return
      queryClient.clear()
      const { matches, location } = router.state
      if (!matches.some(({ staticData }) => staticData.isForSignedIn)) return
      // Whoever logged out is done here; the next to sign in may be somebody else.
      void router.navigate({ to: '/sign-in', search: session.hasLeft() ? {} : { return_to: location.href } })
    })
  }, [router])
}
