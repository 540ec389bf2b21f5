import type { SessionTokens } from '@holdfast/contract'
import { ApiError } from '../api/api-error.ts'
import { deduplicated } from './deduplicated.ts'
import { type SessionState, type SessionStore, type Support, signedOut, type VisitEnd } from './session-state.ts'
import { isExpired, tokensFrom } from './tokens.ts'

export interface SessionParts {
  store: SessionStore
  /**
   * `GET exchange` with a refresh token. Rejects on failure, with an `ApiError` of status 0 when the server was not
   * reached.
   */
  refresh(client: string, refreshToken: string): Promise<SessionTokens>
  now(): number
  /** Learns what other tabs did in the meantime. */
  catchUp?: () => Promise<void>
  /** Runs in one tab at a time; at once when absent. */
  oneAtATime?: <T>(run: () => Promise<T>) => Promise<T>
}

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  isSignedIn(): boolean
  /** The account whose data is shown: the customer's in support mode, else the person's own. */
  activeClient(): string | null
  /**
   * A valid id token, refreshed if it has expired; `null` when signed out or when the refresh was refused.
   * @throws ApiError with status 0 when the server could not be reached
   */
  freshIdToken(): Promise<string | null>
  signIn(client: string, answer: SessionTokens): void
  /** Clears tokens, user and support reference. */
  signOut(): void
  /** Logs out. `atServer` runs while the tokens still exist. No 'Authentication expired' is shown. */
  leave(atServer: () => Promise<void>): Promise<void>
  /** Whether the person logged out and nobody has signed in since. */
  hasLeft(): boolean
  enterSupport(support: Support): void
  endSupport(how: VisitEnd): void
  /** Called at each end of support mode while the person stays signed in. */
  onVisitEnd(listener: (visit: Support, how: VisitEnd) => void): void
}

const atOnce = <T>(run: () => Promise<T>): Promise<T> => run()

/** The session of this tab (product.md section 4, Session). Its dependencies are parameters for the tests. */
export const createSession = ({
  store,
  refresh,
  now,
  catchUp = async () => {},
  oneAtATime = atOnce,
}: SessionParts): Session => {
  const refreshInTurn = async (): Promise<string | null> => {
    // Another tab may have refreshed while this one waited: a used refresh token must not be sent again.
    await catchUp()
    const { client, tokens } = store.get()
    if (!client || !tokens) return null
    if (!isExpired(tokens, now())) return tokens.idToken
    try {
      const answer = await refresh(client, tokens.refreshToken)
      // The person signed out, or somebody else signed in, while the call ran: its tokens are discarded.
      if (store.get().tokens !== tokens) return store.get().tokens?.idToken ?? null
      store.set({ ...store.get(), tokens: tokensFrom(answer, now()) })
      return answer.id_token
    } catch (error) {
      // Being offline for a while does not sign anybody out.
      if (error instanceof ApiError && error.status === 0) throw error
      if (store.get().tokens === tokens) store.set(signedOut)
      return null
    }
  }
  const refreshTokens = deduplicated(() => oneAtATime(refreshInTurn), now)
  let hasLeft = false
  const visitEndListeners = new Set<(visit: Support, how: VisitEnd) => void>()
  const signOut = () => {
    refreshTokens.forget()
    store.set(signedOut)
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    isSignedIn: () => store.get().tokens !== null,
    activeClient: () => store.get().support?.client ?? store.get().client,
    async freshIdToken() {
      const { tokens } = store.get()
      if (!tokens) return null
      return isExpired(tokens, now()) ? refreshTokens() : tokens.idToken
    },
    signIn(client, answer) {
      hasLeft = false
      refreshTokens.forget()
      store.set({ client, tokens: tokensFrom(answer, now()), support: null })
    },
    signOut,
    async leave(atServer) {
      hasLeft = true
      await atServer()
      signOut()
    },
    hasLeft: () => hasLeft,
    enterSupport: (support) => store.set({ ...store.get(), support }),
    endSupport(how) {
      const { support } = store.get()
      if (!support) return
      store.set({ ...store.get(), support: null })
      for (const listener of visitEndListeners) listener(support, how)
    },
    onVisitEnd: (listener) => void visitEndListeners.add(listener),
  }
}
