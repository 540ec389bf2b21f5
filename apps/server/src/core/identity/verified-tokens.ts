import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const rememberForMs = 60_000

/** The claims of a token, and when it becomes invalid, in milliseconds since 1970 and without tolerance. */
export interface Verified<Claims> {
  claims: Claims
  lastMoment: number
}

/** How a token is verified. */
export interface Verification<Claims> {
  /** Everything besides its text that decides what a token means: for whom it is read, and by which rules. */
  rules: string
  /** The keys that were fetched last, as a new object for each fetch; `null` when the next fetch is due. */
  cachedKeys: () => object | null
  /** @throws ProductError for an invalid token */
  verify: (token: string, now: Date) => Promise<Verified<Claims>>
}

/**
 * Caches the tokens that were verified within the last minute. People, programs and handsets send the same token with every
 * call, and checking its signature again costs more than the rest of the admission. What may change from call to call (whether
 * the bearer still exists, their roles, their sessions) is not cached. No token is trusted for longer than the keys that
 * verified it: a withdrawn key is refused once the issuer's keys have been fetched again, or the next fetch is due.
 */
export class VerifiedTokens<Claims> {
  readonly #verified: LRUCache<string, Verified<Claims> & { cachedKeys: object }>

  constructor({ maxTokens }: { maxTokens: number }) {
    this.#verified = new LRUCache({ max: maxTokens, ttl: rememberForMs })
  }

  /** @throws ProductError like `verify` */
  async claimsOf(
    token: string,
    { rules, cachedKeys, verify }: Verification<Claims>,
    now: Date = new Date(),
  ): Promise<Claims> {
    // The tokens themselves are not stored in memory.
    const key = hash('sha256', JSON.stringify([rules, token]), 'base64url')
    const keysBefore = cachedKeys()
    const known = this.#verified.get(key)
    if (known && known.cachedKeys === keysBefore && now.getTime() < known.lastMoment) return known.claims
    const verified = await verify(token, now)
    if (keysBefore && keysBefore === cachedKeys()) this.#verified.set(key, { ...verified, cachedKeys: keysBefore })
    return verified.claims
  }
}
