import type { SessionTokens } from '@holdfast/contract'
import { ApiError } from '../api/api-error.ts'
import { deduplicated } from './deduplicated.ts'
import { type SessionState, type SessionStore, type Support, signedOut, type VisitEnd } from './session-state.ts'
import { isExpired, tokensFrom } from './tokens.ts'

export interface SessionParts {
  store: SessionStore
  /** `GET exchange` with the refresh token of an account; rejects when it fails, with `ApiError` 0 when it did not get there. */
  refresh(client: string, refreshToken: string): Promise<SessionTokens>
  now(): number
  /** Learns what other tabs did since; nothing when absent. */
  catchUp?: () => Promise<void>
  /** Runs one tab at a time; at once when absent. */
  oneAtATime?: <T>(run: () => Promise<T>) => Promise<T>
}

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  isSignedIn(): boolean
  /** The account whose data is shown: the customer's in support mode, else the person's own. */
  activeClient(): string | null
  /**
   * A live id token, refreshed when it has expired; null when signed out or when the refresh was refused.
   * @throws ApiError with status 0 when the server could not be reached
   */
  freshIdToken(): Promise<string | null>
  signIn(client: string, answer: SessionTokens): void
  /** Clears tokens, user and support reference. */
  signOut(): void
  /** Signs out because the person says so: `atServer` runs while the tokens are still there, and nothing has expired. */
  leave(atServer: () => Promise<void>): Promise<void>
  /** Whether the person logged out, and nobody signed in since. */
  hasLeft(): boolean
  enterSupport(support: Support): void
  endSupport(how: VisitEnd): void
  /** Hears of each end of support mode while the person stays signed in. */
  onVisitEnd(listener: (visit: Support, how: VisitEnd) => void): void
}

const atOnce = <T>(run: () => Promise<T>): Promise<T> => run()

/** The session of this tab (product.md section 4, Session). Everything it touches is given, so that it can be tested. */
export const createSession = ({
  store,
  refresh,
  now,
  catchUp = async () => {},
  oneAtATime = atOnce,
}: SessionParts): Session => {
  const refreshInTurn = async (): Promise<string | null> => {
    // Another tab may have refreshed while this one waited: a refresh token that was spent must not be shown again.
    await catchUp()
    const { client, tokens } = store.get()
    if (!client || !tokens) return null
    if (!isExpired(tokens, now())) return tokens.idToken
    try {
      const answer = await refresh(client, tokens.refreshToken)
      // Signed out, or in as somebody else, while the answer was on its way: it is nobody's any more.
      if (store.get().tokens !== tokens) return store.get().tokens?.idToken ?? null
      store.set({ ...store.get(), tokens: tokensFrom(answer, now()) })
      return answer.id_token
    } catch (error) {
      // Whoever is offline for a while is not signed out for it.
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
