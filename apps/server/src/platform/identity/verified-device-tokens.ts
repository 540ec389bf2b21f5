import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Keys } from '../keys/index.ts'
import { type DeviceClaims, lastMomentOf, verifyDeviceToken } from './device-token.ts'

const mostTokens = 20_000
const rememberForMs = 60_000

/**
 * The handsets' tokens that were verified within the last minute: a handset sends the same one with every call. What may
 * change from call to call (whether the device is there still, its installation) is no part of it. The keys that they were
 * verified with are the process's own, and stay while it runs.
 */
export class VerifiedDeviceTokens {
  readonly #keys: Pick<Keys, 'verificationKeys'>
  readonly #verified = new LRUCache<string, { claims: DeviceClaims; lastMoment: number }>({
    max: mostTokens,
    ttl: rememberForMs,
  })

  constructor(keys: Pick<Keys, 'verificationKeys'>) {
    this.#keys = keys
  }

  /** @throws ProductError `auth.bad_token` */
  async claimsOf(token: string, now: Date = new Date()): Promise<DeviceClaims> {
    // The tokens themselves are not kept in memory.
    const key = hash('sha256', token, 'base64url')
    const known = this.#verified.get(key)
    if (known && now.getTime() < known.lastMoment) return known.claims
    const claims = await verifyDeviceToken(token, this.#keys, now)
    this.#verified.set(key, { claims, lastMoment: lastMomentOf(token) })
    return claims
  }
}
