import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const rememberForMs = 60_000

/** What a token says, and when it stops being good, in milliseconds since 1970 and without tolerance. */
export interface Verified<Claims> {
  claims: Claims
  lastMoment: number
}

/** How a token is verified. */
export interface Verification<Claims> {
  /** All that decides what a token means beside its text: for whom it is read, and by which rules. */
  rules: string
  /** The keys as they are held now, an object of its own for each fetch; null while the next one is due. */
  heldKeys: () => object | null
  /** @throws ProductError for a token that is not good */
  verify: (token: string, now: Date) => Promise<Verified<Claims>>
}

/**
 * The tokens that were verified within the last minute. People, programs and handsets send the same one with every call, and
 * to check its signature again costs more than all else that admits the call. What may change from call to call (whether the
 * bearer is there still, their roles, their sessions) is no part of it. None is believed for longer than the keys that it was
 * verified with: a key that is withdrawn opens nothing once the issuer's keys are fetched again, or would have been.
 */
export class VerifiedTokens<Claims> {
  readonly #verified: LRUCache<string, Verified<Claims> & { heldKeys: object }>

  constructor({ mostTokens }: { mostTokens: number }) {
    this.#verified = new LRUCache({ max: mostTokens, ttl: rememberForMs })
  }

  /** @throws ProductError like `verify` */
  async claimsOf(
    token: string,
    { rules, heldKeys, verify }: Verification<Claims>,
    now: Date = new Date(),
  ): Promise<Claims> {
    // The tokens themselves are not kept in memory.
    const key = hash('sha256', JSON.stringify([rules, token]), 'base64url')
    const keysBefore = heldKeys()
    const known = this.#verified.get(key)
    if (known && known.heldKeys === keysBefore && now.getTime() < known.lastMoment) return known.claims
    const verified = await verify(token, now)
    if (keysBefore && keysBefore === heldKeys()) this.#verified.set(key, { ...verified, heldKeys: keysBefore })
    return verified.claims
  }
}
