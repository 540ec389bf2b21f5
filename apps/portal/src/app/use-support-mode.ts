import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { useEvents } from '../shared/live/use-events.ts'
import { reloadProfile } from '../shared/session/profile.ts'

/**
 * Clears everything that was read and opens the start screen whenever support mode begins or ends, however it ends, so that
 * nothing of one account is shown in the other (product.md section 2).
 * @returns whether the account is changing; no screen may be shown until it has
 */
export const useSupportMode = (): boolean => {
  const router = useRouter()
  const [isChanging, setChanging] = useState(false)
  // Keeps the event stream open on every screen: it announces the end of the visit.
  useEvents(() => undefined)
  useEffect(() => {
    let before = session.state().support?.requestReference
    return session.subscribe(() => {
      const now = session.state().support?.requestReference
      if (now === before || !session.isSignedIn()) return
      before = now
      setChanging(true)
      void queryClient.cancelQueries()
      queryClient.clear()
      void reloadProfile().then(async () => {
        // Support mode may have ended again while the profile was read.
        if (session.state().support?.requestReference !== now) return
        await router.navigate({ to: now ? '/dashboard' : '/internal/support' })
        setChanging(false)
      })
    })
  }, [router])
  return isChanging
}
