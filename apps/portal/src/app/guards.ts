import { redirect } from '@tanstack/react-router'
import { session } from '../shared/api/client.ts'
import { messagesLoaded, text } from '../shared/i18n/text.ts'
import { notice } from '../shared/notices/notice.ts'
import { loadProfile } from '../shared/session/profile.ts'

interface Wanted {
  location: { href: string }
}

/**
 * The guard `auth` (packages/contract/routes.tsv). Without an id token: the notice 'Authentication expired', then
 * /sign-in, which returns here.
 */
export const requireSession = async ({ location }: Wanted): Promise<void> => {
  if (session.isSignedIn()) return
  if (!session.hasLeft()) {
    await messagesLoaded()
    notice(text('notice.expired'))
  }
  throw redirect({ to: '/sign-in', search: { return_to: location.href } })
}

/** The guard `terms`: the person must accept the current terms before a screen opens. */
export const requireTerms = async ({ location }: Wanted): Promise<void> => {
  const wasInSupport = session.state().support !== null
  const profile = await loadProfile()
  // The customer ended the visit: staff return to their own list of requests.
  if (wasInSupport && session.state().support === null) throw redirect({ to: '/internal/support' })
  // Loading the profile may have ended the session.
  if (!session.isSignedIn()) throw redirect({ to: '/sign-in', search: { return_to: location.href } })
  if (profile && !profile.terms_accepted) throw redirect({ to: '/terms', search: { return_to: location.href } })
}
