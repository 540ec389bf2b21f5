import { redirect } from '@tanstack/react-router'
import { session } from '../shared/api/client.ts'
import { text } from '../shared/i18n/text.ts'
import { notice } from '../shared/notices/notice.ts'
import { loadProfile } from '../shared/session/profile.ts'

type Guard = (wanted: string) => void | Promise<void>

/** No id token: 'Authentication expired', then /sign-in, which brings the person back to what was wanted. */
const auth: Guard = (wanted) => {
  if (session.isSignedIn()) return
  if (!session.hasLeft()) notice(text('notice.expired'))
  throw redirect({ to: '/sign-in', search: { return_to: wanted } })
}

/** The current terms have to be accepted before the dashboard opens. */
const terms: Guard = async (wanted) => {
  const wasInSupport = session.state().support !== null
  const profile = await loadProfile()
  // The customer ended the visit while nobody was looking: the staff go on where they came from.
  if (wasInSupport && session.state().support === null) throw redirect({ to: '/internal/support' })
  // Reading it may have shown that the session is over.
  if (!session.isSignedIn()) throw redirect({ to: '/sign-in', search: { return_to: wanted } })
  if (profile && !profile.terms_accepted) throw redirect({ to: '/terms', search: { return_to: wanted } })
}

const guards: Readonly<Record<string, Guard>> = { auth, terms }

/** Runs the guards that packages/contract/routes.tsv names for a route, in order. */
export const runGuards = async (names: readonly string[], wanted: string): Promise<void> => {
  for (const name of names) {
    const guard = Object.hasOwn(guards, name) ? guards[name] : undefined
    if (!guard) throw new Error(`Unknown route guard: ${name}`)
    await guard(wanted)
  }
}
