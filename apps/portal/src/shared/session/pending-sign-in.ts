/** A sign-in that has begun in this tab, to be continued when the browser returns with a code. */
export interface PendingSignIn {
  client: string
  state: string
  codeVerifier: string
  /** The address to return to after signing in, such as `/dashboard/services/calls?…`. */
  returnTo: string
}

const storageKey = 'holdfast.pending-sign-in'

export const keepPendingSignIn = (pending: PendingSignIn): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(pending))

/** Removes and returns the pending sign-in if `state` is its own: a code is tried once. */
export const takePendingSignIn = (state: string): PendingSignIn | null => {
  const stored = sessionStorage.getItem(storageKey)
  if (!stored) return null
  const pending = JSON.parse(stored) as PendingSignIn
  if (pending.state !== state) return null
  sessionStorage.removeItem(storageKey)
  return pending
}

/**
 * Whether an address is within this portal, so that a sign-in may lead to it: `//evil.example` and `https:` are not.
 */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address)
