import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { useEvents } from '../shared/live/use-events.ts'
import { reloadProfile } from '../shared/session/profile.ts'

/**
 * Begins anew whenever support mode begins or ends, however it ends: nothing that was read in one account is shown in the
 * other, and the person stands where it goes on (product.md section 2).
 * @returns whether the account is changing: until that is done, no screen is shown
 */
export const useSupportMode = (): boolean => {
  const router = useRouter()
  const [isChanging, setChanging] = useState(false)
  // By its stream of events a visit learns of its end, whatever screen is open.
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
        // It may have ended again while the profile was read.
        if (session.state().support?.requestReference !== now) return
        await router.navigate({ to: now ? '/dashboard' : '/internal/support' })
        setChanging(false)
      })
    })
  }, [router])
  return isChanging
}
