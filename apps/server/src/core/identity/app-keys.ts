import {
  createRemoteJWKSet,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  customFetch as joseFetch,
  jwksCache,
} from 'jose'
import { LRUCache } from 'lru-cache'

const maxKeySets = 1_000
/** The longest time for which a key is still trusted after its issuer withdrew it. */
const keptForMs = 5 * 60_000
/** Minimum time between fetches for unknown key ids, which forged tokens can contain. */
const coolDownMs = 10_000
/** Time between attempts to reach an issuer that did not answer. */
const pauseAfterFailureMs = 5_000
const timeoutMs = 8_000

/** The keys that are published at an address. */
export interface PublishedKeys {
  /** Fetches the keys when they are first needed, and again for a key id that is not among them. */
  find: JWTVerifyGetKey
  /** The keys that were fetched last, as a new object for each fetch; `null` when the next fetch is due. */
  cached: () => object | null
}

/** The keys that the issuers of client apps publish. They alone decide which keys are trusted. */
export class AppKeys {
  readonly #fetch: typeof fetch
  readonly #sets = new LRUCache<string, PublishedKeys>({ max: maxKeySets })

  /** @param fetch must be safe for addresses that customers choose */
  constructor(fetch: typeof globalThis.fetch) {
    this.#fetch = fetch
  }

  publishedAt(jwks_uri: string): PublishedKeys {
    const known = this.#sets.get(jwks_uri)
    if (known) return known
    const fetched: JWKSCacheInput = {}
    const find = createRemoteJWKSet(new URL(jwks_uri), {
      cacheMaxAge: keptForMs,
      cooldownDuration: coolDownMs,
      timeoutDuration: timeoutMs,
      [joseFetch]: pausingAfterFailure(this.#fetch),
      [jwksCache]: fetched,
    })
    const keys = { find, cached: () => (find.fresh ? (fetched.jwks ?? null) : null) }
    this.#sets.set(jwks_uri, keys)
    return keys
  }
}

/** Without a pause, each forged token would cause another request to an issuer that is down. */
const pausingAfterFailure = (ask: typeof fetch): typeof fetch => {
  let failure: { error: unknown; until: number } | undefined
  return async (input, init) => {
    if (failure && Date.now() < failure.until) throw failure.error
    try {
      const response = await ask(input, init)
      if (!response.ok) throw new Error(`the issuer's keys were answered with ${response.status}`)
      failure = undefined
      return response
    } catch (error) {
      failure = { error, until: Date.now() + pauseAfterFailureMs }
      throw error
    }
  }
}
