import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '../shared/api/client.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { text } from '../shared/i18n/text.ts'
import { retryNow } from '../shared/live/retries.ts'
import { useEvents } from '../shared/live/use-events.ts'
import { lastingNotice, notice } from '../shared/notices/notice.ts'
import { loadProfile, reloadProfile } from '../shared/session/profile.ts'
import { providerAccount } from '../shared/session/provider-account.ts'
import { personOf } from '../shared/session/session-state.ts'

/** The signed-in person and their visit, if any. */
const viewer = () => ({
  person: personOf(session.state()),
  visit: session.state().support?.requestReference ?? null,
})

const sayWhoIsSignedIn = async (): Promise<void> => {
  const profile = await loadProfile()
  if (!profile) return
  const { display_name: name, client } = profile
  lastingNotice(text('notice.another_person'), text('notice.another_person_body', { name, client }))
}

/** What the person may do has changed while they are signed in. */
const applyOwnRoles = async (): Promise<void> => {
  await reloadProfile()
  notice(text('people.own_roles_changed'), text('people.own_roles_changed_body'))
}

const startAfterVisit = (): string => (session.state().support ? '/dashboard' : '/internal/support')
const startOfAccount = (): string => (session.state().client === providerAccount ? '/internal' : '/dashboard')

/**
 * When support mode begins or ends, or somebody else signs in in another tab: clears the query cache and opens the
 * start screen, so that data of one account or person is never shown to another (product.md section 2).
 * @returns whether the account is changing; no screen may be shown until it has
 */
export const useAccountChange = (): boolean => {
  const router = useRouter()
  const [isChanging, setChanging] = useState(false)
  // Keeps the event stream open on every screen: it announces the end of the visit, and that the server is back.
  useEvents(({ kind }) => {
    if (kind === 'own_roles') void applyOwnRoles()
  }, retryNow)
  useEffect(() => {
    let before = viewer()
    const open = async (isAnotherPerson: boolean) => {
      const { person, visit } = before
      await reloadProfile()
      // The person or the visit may have changed again while the profile was loading.
      if (before.person !== person || before.visit !== visit) return
      await router.navigate({ to: isAnotherPerson ? startOfAccount() : startAfterVisit() })
      if (isAnotherPerson) await sayWhoIsSignedIn()
      setChanging(false)
    }
    return session.subscribe(() => {
      const now = viewer()
      const isAnotherPerson = now.person !== before.person
      if (!session.isSignedIn() || (!isAnotherPerson && now.visit === before.visit)) return
      before = now
      setChanging(true)
      void queryClient.cancelQueries()
      queryClient.clear()
      void open(isAnotherPerson)
    })
  }, [router])
  return isChanging
}
