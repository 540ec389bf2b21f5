import { calls } from '@holdfast/contract'
import { messagesLoaded, text } from '../i18n/text.ts'
import { failureNotice, notice } from '../notices/notice.ts'
import { createSession } from '../session/session.ts'
import { createSessionStore } from '../session/session-state.ts'
import { shareSession } from '../session/tab-sessions.ts'
import { type CallApi, createCallApi } from './call-api.ts'

const store = createSessionStore(sessionStorage)

/** The other tabs of this browser: they share the session. */
export const tabs = shareSession(store, new BroadcastChannel('holdfast.session'))

/** The session of this tab. */
export const session = createSession({
  store,
  catchUp: tabs.catchUp,
  oneAtATime: async (run) => await navigator.locks.request('holdfast.refresh', run),
  refresh: (client, refreshToken) =>
    callApi(calls.exchangeForAccount, { client, query: { refresh_token: refreshToken }, isQuiet: true }),
  now: Date.now,
})

/** Every call that the portal makes goes through here. */
export const callApi = createCallApi({
  session,
  fetch: (...request) => fetch(...request),
  onFailure: failureNotice,
  onExpired: () => {
    // A screen that calls once more while the person leaves it has nothing to say.
    if (!session.hasLeft()) void messagesLoaded().then(() => notice(text('notice.expired')))
    session.signOut()
  },
  onSupportEnded: () => visitIsOver(session.state().support?.requestReference),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/** For what a screen shows: it says itself what could not be read, so that nothing is said twice. */
export const readApi: CallApi = (declaration, input) => callApi(declaration, { ...input, isQuiet: true })

/** Leaves a visit that the server refuses; nothing when it was left meanwhile. */
export const visitIsOver = (requestReference: string | undefined): void => {
  if (session.state().support?.requestReference === requestReference) session.endSupport('over')
}
