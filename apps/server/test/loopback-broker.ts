import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientIdOf } from '../src/core/accounts/client-id.ts'
import type { BrokerOptions, IdentityEvent, UpstreamLogout } from '../src/core/identity/broker/broker-options.ts'
import { createBroker } from '../src/core/identity/broker/create-broker.ts'
import type { IdentityPerson, UpstreamProvider } from '../src/core/identity/broker/stores.ts'
import type { Keys } from '../src/platform/keys/index.ts'
import { keysOf } from '../src/platform/keys/keys.ts'
import { CookieBrowser, type Visit } from './cookie-browser.ts'
import { accountsOf, MemoryBrokerStore, MemoryPeopleStore } from './memory-stores.ts'

export const password = 'correct horse battery staple'

/** Keys of an installation with its own master. */
export const testKeys = (secret: Uint8Array = randomBytes(32)): Keys => keysOf([{ id: 'test', secret }])

export interface LoopbackBroker {
  origin: string
  issuer: string
  store: MemoryBrokerStore
  people: MemoryPeopleStore
  upstreams: Map<string, UpstreamProvider>
  events: IdentityEvent[]
  logouts: UpstreamLogout[]
  faults: unknown[]
  keys: Keys
  close: () => Promise<void>
}

/** A real broker on a free port, with two accounts and an active and an inactive person in `acme`. */
export const startLoopbackBroker = async (overrides: Partial<BrokerOptions> = {}): Promise<LoopbackBroker> => {
  const { origin, close, serve } = await listen()
  const issuer = `${origin}/identity`
  const store = new MemoryBrokerStore()
  const people = new MemoryPeopleStore()
  const upstreams = new Map<string, UpstreamProvider>()
  const events: IdentityEvent[] = []
  const logouts: UpstreamLogout[] = []
  const faults: unknown[] = []
  const keys = testKeys()
  const broker = createBroker({
    issuer,
    store,
    people,
    accounts: accountsOf({ client: 'acme', name: 'Acme <Bank> & Co' }, { client: 'globex', name: 'Globex' }),
    upstreams: { find: async (client) => upstreams.get(client) },
    keys,
    endSessions: async (logout) => {
      logouts.push(logout)
    },
    redirects: { returnUriOf: () => `${origin}/sign-in` },
    upstreamFetch: fetch,
    allowInsecureUpstreams: true,
    observe: (event) => {
      events.push(event)
    },
    reportFault: (error) => faults.push(error),
    ...overrides,
  })
  serve(broker.callback)
  await people.save('acme', personWith({ user_reference: 'ines.duarte' }))
  await people.save('acme', personWith({ user_reference: 'former.staff', is_active: false }))
  await people.save('globex', personWith({ user_reference: 'hank.scorpio', roles: null, user_group: null }))
  return { origin, issuer, store, people, upstreams, events, logouts, faults, keys, close }
}

/** Hashed at a low cost, because the tests sign in many times. The hash names its cost. */
const knownHash = (): string => {
  const salt = randomBytes(16)
  const key = scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })
  return ['scrypt', 1024, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$')
}

export const personWith = (person: Partial<IdentityPerson> & { user_reference: string }): IdentityPerson => ({
  email: `${person.user_reference}@example.com`,
  name: 'Inês Duarte',
  password_hash: knownHash(),
  upstream_issuer: null,
  roles: ['Reviewer'],
  user_group: 'Equities Desk',
  is_active: true,
  ...person,
})

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** An HTTP server on a free loopback port. It responds with 503 until it has a handler. */
export const listen = async (): Promise<{
  origin: string
  serve: (handler: Handler) => void
  close: () => Promise<void>
}> => {
  let handler: Handler = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (next) => {
      handler = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const codeVerifier = 'a'.repeat(64)
export const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

/** The URL to which a portal sends the browser. */
export const authorizationUrl = (
  { issuer, origin }: Pick<LoopbackBroker, 'issuer' | 'origin'>,
  client: string,
  changes: Record<string, string | undefined> = {},
): URL => {
  const url = new URL(`${issuer}/auth`)
  const parameters = {
    client_id: clientIdOf(client),
    redirect_uri: `${origin}/sign-in`,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'portal state',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** Signs a person in with the password and returns where the browser was sent at the end. */
export const signIn = async (
  broker: LoopbackBroker,
  { client = 'acme', login = 'ines.duarte', browser = new CookieBrowser() } = {},
): Promise<Visit> => {
  const stopAt = `${broker.origin}/sign-in`
  const page = await browser.open(authorizationUrl(broker, client), stopAt)
  return browser.submit(page, { login, password, act: 'sign_in' }, stopAt)
}

/** Signs in and returns the code. */
export const obtainCode = async (broker: LoopbackBroker, who: Parameters<typeof signIn>[1] = {}): Promise<string> => {
  const { url } = await signIn(broker, who)
  return url.searchParams.get('code') ?? `no code at ${url.href}`
}
