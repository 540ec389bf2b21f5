import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'

/** Leaves the guarded screens when the session ends, whoever ended it, and forgets what was read in it. */
export const useSignedOutRedirect = (): void => {
  const router = useRouter()
  useEffect(() => {
    let wasSignedIn = session.isSignedIn()
    return session.subscribe(() => {
      const isSignedIn = session.isSignedIn()
      if (wasSignedIn && !isSignedIn) {
        queryClient.clear()
        // Whoever logged out is done here; the next to sign in may be somebody else.
        const search = session.hasLeft() ? {} : { return_to: router.state.location.href }
        void router.navigate({ to: '/sign-in', search })
      }
      wasSignedIn = isSignedIn
    })
  }, [router])
}
