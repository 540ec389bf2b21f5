/** A sign-in that is under way in this tab: what has to be known when the browser comes back with a code. */
export interface PendingSignIn {
  client: string
  state: string
  codeVerifier: string
  /** The address of this portal that was wanted before signing in, e.g. `/dashboard/services/calls?…`. */
  returnTo: string
}

const storageKey = 'holdfast.pending-sign-in'

export const keepPendingSignIn = (pending: PendingSignIn): void =>
  sessionStorage.setItem(storageKey, JSON.stringify(pending))

/** Takes the pending sign-in out of storage, when `state` is the one that it began with: a code is tried once. */
export const takePendingSignIn = (state: string): PendingSignIn | null => {
  const stored = sessionStorage.getItem(storageKey)
  if (!stored) return null
  const pending = JSON.parse(stored) as PendingSignIn
  if (pending.state !== state) return null
  sessionStorage.removeItem(storageKey)
  return pending
}

/** Only addresses within this portal may follow a sign-in: `//evil.example` and `https:` are not. */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address)
