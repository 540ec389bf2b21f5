import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { IssuerConnection } from './issuer-connection.ts'
import { lastMomentOf, type PersonClaims, verifyPortalToken } from './verify-token.ts'

const mostTokens = 10_000
const rememberForMs = 60_000

/**
 * The tokens that were verified within the last minute. A portal sends the same one with every call, and to check its
 * signature again costs more than all else that admits the call. What may change from call to call (whether the person is
 * there still, their roles, their sessions) is no part of it. None is believed for longer than the keys that it was verified
 * with: a key that is withdrawn opens nothing once the issuer's keys are fetched again, or would have been.
 */
export class VerifiedTokens {
  readonly #connection: IssuerConnection
  readonly #verified = new LRUCache<string, { claims: PersonClaims; heldKeys: object }>({
    max: mostTokens,
    ttl: rememberForMs,
  })

  constructor(connection: IssuerConnection) {
    this.#connection = connection
  }

  /** @throws ProductError like `verifyPortalToken` */
  async claimsOf(token: string, client: string, now: Date = new Date()): Promise<PersonClaims> {
    // The tokens themselves are not kept in memory.
    const key = `${client} ${hash('sha256', token, 'base64url')}`
    const { heldKeys } = this.#connection
    const known = this.#verified.get(key)
    if (known && known.heldKeys === heldKeys && now.getTime() < lastMomentOf(known.claims)) return known.claims
    const claims = await verifyPortalToken(token, client, this.#connection, now)
    if (heldKeys && heldKeys === this.#connection.heldKeys) this.#verified.set(key, { claims, heldKeys })
    return claims
  }
}
