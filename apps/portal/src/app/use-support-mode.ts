import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { reloadProfile } from '../shared/session/profile.ts'

/**
 * Begins anew whenever support mode begins or ends, however it ends: nothing that was read in one account is shown in the
 * other, and the person stands where it goes on (product.md section 2).
 */
export const useSupportMode = (): void => {
  const router = useRouter()
  useEffect(() => {
    let before = session.state().support?.requestReference
    return session.subscribe(() => {
      const now = session.state().support?.requestReference
      if (now === before || !session.isSignedIn()) return
      before = now
      queryClient.clear()
      void reloadProfile().then(async () => {
        // It may have ended again while the profile was read.
        if (session.state().support?.requestReference !== now) return
        await router.navigate({ to: now ? '/dashboard' : '/internal/support' })
      })
    })
  }, [router])
}
