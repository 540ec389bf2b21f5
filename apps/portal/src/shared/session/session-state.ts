import { decodeJwt } from 'jose'
import type { Tokens } from './tokens.ts'

/** Support mode: staff in a customer's account, by an approved request (product.md section 4, Session). */
export interface Support {
  client: string
  requestReference: string
  /** The role that the customer approved. */
  role: string
  /** ISO timestamp. */
  expiresAt: string
}

/**
 * How support mode ended: left in this tab or another, its approval is over, or it never began because the server was
 * not reached.
 */
export type VisitEnd = 'left' | 'left_elsewhere' | 'over' | 'not_begun'

/** The session state of the specification. The profile is in the query cache, never in storage. */
export interface SessionState {
  /** The account that the person signed in to. */
  client: string | null
  tokens: Tokens | null
  support: Support | null
}

export const signedOut: SessionState = { client: null, tokens: null, support: null }

/** A key for who is signed in: subjects are unique within an account. `null` when nobody is. */
export const personOf = ({ client, tokens }: SessionState): string | null =>
  tokens && `${client} ${subjectOf(tokens.idToken)}`

/** A key for who is signed in, and on which visit to a customer's account. */
export const audienceOf = (state: SessionState): string => `${personOf(state)} ${state.support?.requestReference ?? ''}`

/** Empty if the token can't be decoded. The server refuses such a token. */
const subjectOf = (idToken: string): string => {
  try {
    return decodeJwt(idToken).sub ?? ''
  } catch {
    return ''
  }
}

const storageKey = 'holdfast.session'

const isState = (value: unknown): value is SessionState =>
  typeof value === 'object' && value !== null && 'client' in value && 'tokens' in value && 'support' in value

export interface SessionStore {
  get(): SessionState
  set(next: SessionState): void
  subscribe(listener: () => void): () => void
}

/**
 * Keeps the session in sessionStorage: it survives a reload and ends with the tab. docs/decisions/0007, 'Where the
 * session is kept', says why.
 */
export const createSessionStore = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SessionStore => {
  const listeners = new Set<() => void>()
  let state = read(storage)
  return {
    get: () => state,
    set(next) {
      state = next
      if (next.tokens) storage.setItem(storageKey, JSON.stringify(next))
      else storage.removeItem(storageKey)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const read = (storage: Pick<Storage, 'getItem'>): SessionState => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null')
    return isState(stored) ? stored : signedOut
  } catch {
    return signedOut
  }
}
