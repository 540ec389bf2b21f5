import { type CallDeclaration, type CallResponse, calls, type ListTotal } from '@holdfast/contract'
import { messagesLoaded, text } from '../i18n/text.ts'
import { failureNotice, notice } from '../notices/notice.ts'
import { createSession } from '../session/session.ts'
import { createSessionStore } from '../session/session-state.ts'
import { shareSession } from '../session/tab-sessions.ts'
import { createCallApi } from './call-api.ts'
import { setServerAway } from './server-away.ts'

const store = createSessionStore(sessionStorage)

/** The other tabs of this browser, which share the session. */
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

/** The client that all calls of the portal go through. */
export const callApi = createCallApi({
  session,
  fetch: async (...request) => {
    const response = await fetch(...request)
    if (response.ok) setServerAway(false)
    return response
  },
  onFailure: failureNotice,
  onExpired: () => {
    // No notice for a call that a screen makes while the person logs out.
    if (!session.hasLeft()) void messagesLoaded().then(() => notice(text('notice.expired')))
    session.signOut()
  },
  onSupportEnded: () => visitIsOver(session.state().support?.requestReference),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/** Pages of lists, which also answer totals on request: only `countRows` makes such requests. */
type ReadApi = <const C extends CallDeclaration>(
  ...request: Parameters<typeof callApi<C>>
) => Promise<Exclude<CallResponse<C>, ListTotal>>

/** For reading: the screen itself shows the error, so there is no notice. */
export const readApi = ((declaration, input) => callApi(declaration, { ...input, isQuiet: true })) as ReadApi

/** Ends a visit that the server refuses, unless it was left in the meantime. */
export const visitIsOver = (requestReference: string | undefined): void => {
  if (session.state().support?.requestReference === requestReference) session.endSupport('over')
}
