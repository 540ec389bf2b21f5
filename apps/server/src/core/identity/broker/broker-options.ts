import type { IncomingMessage } from 'node:http'
import type { RedirectRules } from '../redirect-uris.ts'
import { type AttemptLimits, defaultAttemptLimits } from './failed-attempts.ts'
import type { BrokerKeys } from './signing-keys.ts'
import type { AccountDirectory, BrokerStore, PeopleStore, UpstreamDirectory } from './stores.ts'

/** An event for the trail. `user_reference` is `null` when no known person was named. */
export type IdentityEvent =
  | { event: 'signed_in'; client: string; user_reference: string; address: string; upstream_issuer: string | null }
  | { event: 'sign_in_failed'; client: string; user_reference: string | null; address: string }
  | { event: 'sign_in_limited'; client: string; address: string }
  | { event: 'upstream_failed'; client: string; upstream_issuer: string; address: string; reason: string }
  | { event: 'logout_refused'; client: string; upstream_issuer: string | null; address: string; reason: string }

/** An account's own provider reports that a person signed out there. */
export interface UpstreamLogout {
  client: string
  user_reference: string
  address: string
  upstream_issuer: string
}

export interface BrokerOptions {
  /** `{origin}/identity`: issuer of the id tokens and base of the URLs that servers call. */
  issuer: string
  /** Origin at which browsers reach the broker for an account; the issuer's origin unless its portal has its own host. */
  originOf?: (client: string) => string
  /** Whether a request came to the host of an account's people, or (for `null`) to that of servers. */
  isAtHost?: (request: IncomingMessage, client: string | null) => boolean
  store: BrokerStore
  people: PeopleStore
  accounts: AccountDirectory
  upstreams: UpstreamDirectory
  keys: BrokerKeys
  /** Ends all sessions of a person and resolves once that is recorded. */
  endSessions: (logout: UpstreamLogout) => Promise<void>
  redirects: RedirectRules
  /** Sends requests to customers' providers; `guardedFetch` in production. */
  upstreamFetch: typeof fetch
  /** Allows plain http to customers' providers: development and tests only. */
  allowInsecureUpstreams?: boolean
  /** Lifetime of an id token, in seconds. */
  idTokenSeconds?: number
  /** Seconds after which a person must sign in again, however active; no refresh token outlives it. */
  sessionSeconds?: number
  attemptLimits?: AttemptLimits
  /** The caller's network address, taking trusted proxies into account. */
  addressOf?: (request: IncomingMessage) => string
  /** Resolves once the event is recorded; no response is sent before. */
  observe?: (event: IdentityEvent) => Promise<void> | void
  /** Receives faults of the broker itself. */
  reportFault?: (error: unknown) => void
  now?: () => Date
}

export type BrokerSettings = Required<BrokerOptions>

export const withDefaults = (options: BrokerOptions): BrokerSettings => ({
  originOf: () => new URL(options.issuer).origin,
  isAtHost: () => true,
  allowInsecureUpstreams: false,
  idTokenSeconds: 300,
  sessionSeconds: 12 * 60 * 60,
  attemptLimits: defaultAttemptLimits,
  addressOf: (request) => request.socket.remoteAddress ?? 'unknown',
  observe: () => {},
  reportFault: () => {},
  now: () => new Date(),
  ...options,
})

/** Base of the URLs at which browsers reach the broker for an account. */
export const browserBaseOf = (
  { issuer, originOf }: Pick<BrokerSettings, 'issuer' | 'originOf'>,
  client: string,
): string => originOf(client) + new URL(issuer).pathname
