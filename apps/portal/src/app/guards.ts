import { redirect } from '@tanstack/react-router'
import { session } from '../shared/api/client.ts'
import { messagesLoaded, text } from '../shared/i18n/text.ts'
import { notice } from '../shared/notices/notice.ts'
import { loadProfile } from '../shared/session/profile.ts'

interface Wanted {
  location: { href: string }
}

/** The guard `auth` (packages/contract/routes.tsv). Without an id token: 'Authentication expired', then /sign-in, which leads back. */
export const requireSession = async ({ location }: Wanted): Promise<void> => {
  if (session.isSignedIn()) return
  if (!session.hasLeft()) {
    await messagesLoaded()
    notice(text('notice.expired'))
  }
  throw redirect({ to: '/sign-in', search: { return_to: location.href } })
}

/** The guard `terms`: the current terms have to be accepted before a screen opens. */
export const requireTerms = async ({ location }: Wanted): Promise<void> => {
  const wasInSupport = session.state().support !== null
  const profile = await loadProfile()
  // The customer ended the visit while nobody was looking: the staff go on where they came from.
  if (wasInSupport && session.state().support === null) throw redirect({ to: '/internal/support' })
  // Reading it may have shown that the session is over.
  if (!session.isSignedIn()) throw redirect({ to: '/sign-in', search: { return_to: location.href } })
  if (profile && !profile.terms_accepted) throw redirect({ to: '/terms', search: { return_to: location.href } })
}
