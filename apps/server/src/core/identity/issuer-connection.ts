import { ProductError } from '@holdfast/contract'
import {
  createRemoteJWKSet,
  type JWKSCacheInput,
  type JWTVerifyGetKey,
  customFetch as joseFetch,
  jwksCache,
} from 'jose'
import * as oidc from 'openid-client'
import { clientIdOf } from '../accounts/index.ts'

export interface IssuerConnectionOptions {
  /** URL of the OpenID provider: the embedded broker's or another conformant one's. */
  issuer: string
  /** Sends requests to the issuer. */
  fetch: typeof fetch
  now?: () => Date
}

const metadataMs = 60 * 60 * 1000
const firstBackOffMs = 500
const longestBackOffMs = 30_000
const timeoutSeconds = 8
/** Minimum time between fetches for unknown key ids, which forged tokens can contain. */
const keyCoolDownMs = 10_000

interface KeySet {
  keys: ReturnType<typeof createRemoteJWKSet>
  /** The key set that jose fetched last. */
  fetched: JWKSCacheInput
}

/**
 * The server's connection to its OpenID provider. Metadata is cached for an hour and survives outages. While the provider
 * can't be reached, discovery is retried with growing pauses.
 */
export class IssuerConnection {
  readonly issuer: string
  readonly #fetch: typeof fetch
  readonly #now: () => Date
  #metadata: { server: oidc.ServerMetadata; keySet: KeySet; until: number } | undefined
  #fetching: Promise<void> | undefined
  #backOffMs = 0
  #notBefore = 0

  constructor({ issuer, fetch, now = () => new Date() }: IssuerConnectionOptions) {
    this.issuer = issuer
    this.#fetch = fetch
    this.#now = now
  }

  /**
   * The account's OIDC client at the provider: a public client with PKCE.
   * @throws ProductError `server.dependency_down`
   */
  async configurationFor(client: string): Promise<oidc.Configuration> {
    const { server } = await this.#currentMetadata()
    const configuration = new oidc.Configuration(server, clientIdOf(client), undefined, oidc.None())
    configuration[oidc.customFetch] = this.#fetch as oidc.CustomFetch
    configuration.timeout = timeoutSeconds
    if (this.issuer.startsWith('http:')) oidc.allowInsecureRequests(configuration)
    return configuration
  }

  /**
   * The provider's public keys. A key id that is not among them causes another fetch.
   * @throws ProductError `server.dependency_down`
   */
  async keys(): Promise<JWTVerifyGetKey> {
    return (await this.#currentMetadata()).keySet.keys
  }

  /** The keys that were fetched last, as a new object for each fetch; `null` when the next fetch is due. */
  get cachedKeys(): object | null {
    if (this.#metadata === undefined || this.#metadata.until <= this.#now().getTime()) return null
    const { keys, fetched } = this.#metadata.keySet
    return keys.fresh ? (fetched.jwks ?? null) : null
  }

  /** @throws ProductError `server.dependency_down` when the provider can't be reached. */
  async check(): Promise<void> {
    await this.#currentMetadata()
  }

  async #currentMetadata() {
    const now = this.#now().getTime()
    if (this.#metadata !== undefined && this.#metadata.until > now) return this.#metadata
    if (now >= this.#notBefore) {
      this.#fetching ??= this.#fetchMetadata().finally(() => {
        this.#fetching = undefined
      })
      await this.#fetching
    }
    if (this.#metadata === undefined)
      throw new ProductError('server.dependency_down', { part: 'The identity provider' })
    return this.#metadata
  }

  async #fetchMetadata(): Promise<void> {
    try {
      const found = await oidc.discovery(new URL(this.issuer), 'discovery', undefined, oidc.None(), {
        [oidc.customFetch]: this.#fetch as oidc.CustomFetch,
        timeout: timeoutSeconds,
        ...(this.issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
      const server = found.serverMetadata()
      if (server.jwks_uri === undefined) throw new Error('the provider publishes no keys')
      const fetched: JWKSCacheInput = {}
      const keys = createRemoteJWKSet(new URL(server.jwks_uri), {
        cooldownDuration: keyCoolDownMs,
        timeoutDuration: timeoutSeconds * 1000,
        [joseFetch]: this.#fetch,
        [jwksCache]: fetched,
      })
      const isSame = this.#metadata?.server.jwks_uri === server.jwks_uri
      const keySet = this.#metadata && isSame ? this.#metadata.keySet : { keys, fetched }
      this.#metadata = { server, keySet, until: this.#now().getTime() + metadataMs }
      this.#backOffMs = 0
    } catch {
      this.#backOffMs = Math.min(Math.max(this.#backOffMs * 2, firstBackOffMs), longestBackOffMs)
      this.#notBefore = this.#now().getTime() + this.#backOffMs
    }
  }
}
