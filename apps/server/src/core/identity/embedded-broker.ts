import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { guardedFetch } from '../../platform/network/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Clients } from '../accounts/index.ts'
import { audienceOf, portalOriginOf } from '../hosts/index.ts'
import { type Broker, createBroker } from './broker/create-broker.ts'
import { PostgresPeopleStore } from './broker/postgres-people.ts'
import { PostgresBrokerStore } from './broker/postgres-records.ts'
import { postgresUpstreams } from './broker/postgres-upstreams.ts'
import { endUpstreamSessions, recordIdentityEvent } from './identity-trail.ts'
import type { MountedRequest } from './mount-broker.ts'
import type { RedirectRules } from './redirect-uris.ts'

export interface IdentityParts {
  settings: Settings
  database: Database
  keys: Keys
  clients: Clients
  log: Logger
}

export interface EmbeddedBroker {
  broker: Broker
  /** Sends the server's own requests to the broker, wherever the portal's public address leads. */
  fetch: typeof fetch
  close: () => Promise<void>
}

/**
 * The broker in this process. Browsers reach it at the portal's address. The server itself uses a loopback port, because its
 * public address may be behind a proxy that it can't reach.
 */
export const openEmbeddedBroker = async (parts: IdentityParts, redirects: RedirectRules): Promise<EmbeddedBroker> => {
  const { settings, database, keys, clients, log } = parts
  const broker = createBroker({
    issuer: `${settings.origin}/identity`,
    originOf: (client) => portalOriginOf(settings, client),
    isAtHost,
    store: new PostgresBrokerStore(database),
    people: new PostgresPeopleStore(database),
    accounts: { find: async (client) => (await clients.findActive(client)) ?? undefined },
    upstreams: postgresUpstreams(database, keys),
    keys,
    endSessions: (logout) => endUpstreamSessions(database, logout),
    redirects,
    upstreamFetch: guardedFetch(settings),
    allowInsecureUpstreams: settings.allowPrivateAddresses,
    addressOf: addressBehindFastify,
    observe: async (event) => {
      log.info(event, 'identity')
      await recordIdentityEvent(database, event)
    },
    reportFault: (error) => log.error({ err: error }, 'the identity broker failed'),
  })
  const server = createServer(broker.callback)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const loopback = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    broker,
    fetch: (input, init) => {
      const { href } = new URL(input instanceof Request ? input.url : input)
      if (!href.startsWith(`${settings.origin}/`)) throw new TypeError('the broker is asked for an address not its own')
      return fetch(loopback + href.slice(settings.origin.length), init)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Requests over the loopback port have no audiences: they come from the server itself. */
const isAtHost = ({ holdfastAudiences }: MountedRequest, client: string | null): boolean =>
  holdfastAudiences?.has(client === null ? 'programs' : audienceOf(client)) ?? true

/** The server in which the broker is mounted knows the trusted proxies, and sets the address on the request. */
const addressBehindFastify = (request: MountedRequest): string =>
  request.holdfastAddress ?? request.socket.remoteAddress ?? 'unknown'
