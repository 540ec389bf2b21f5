import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Permission } from '@holdfast/contract'
import { type Api, startApi } from '../../apps/server/src/api.ts'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import { portalOriginOf } from '../../apps/server/src/core/hosts/index.ts'
import { savePerson } from '../../apps/server/src/core/identity/broker/postgres-people.ts'
import type { IdentityPerson } from '../../apps/server/src/core/identity/broker/stores.ts'
import { type OpenedClient, openClientAccount } from '../../apps/server/src/modules/clients/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import { queryBreaches } from '../distribution/query-breaches.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { acceptTermsDirectly, issueIdToken, signInDirectly } from './direct-sign-in.ts'
import { undocumentedRefusal } from './documented-answers.ts'
import { freePort } from './loopback.ts'
import { addRows } from './rows.ts'

const password = 'correct horse battery staple'
/** A hash that is cheap to verify: tests sign in hundreds of people, and only few test the real hash. */
const cheapHash = `scrypt$2$8$1$c2FsdA$${scryptSync(password, 'salt', 32, { N: 2, r: 8, p: 1 }).toString('base64url')}`

export interface TestPerson {
  user_reference: string
  roles: string[]
  user_group?: string
}

/** A real server with its own database, object folder and broker. */
export class TestServer {
  readonly api: Api
  readonly origin: string
  readonly settings: Parameters<typeof startApi>[0]
  readonly #database: TestDatabase
  readonly #home: string
  readonly #queries: ReadonlySet<string>
  readonly #undocumented = new Set<string>()

  private constructor(
    api: Api,
    settings: Parameters<typeof startApi>[0],
    database: TestDatabase,
    home: string,
    queries: ReadonlySet<string>,
  ) {
    this.api = api
    this.settings = settings
    this.origin = settings.origin
    this.#database = database
    this.#home = home
    this.#queries = queries
  }

  static async start({ environment, logTo }: ServerOptions = {}): Promise<TestServer> {
    const [database, home, port] = await Promise.all([
      testDatabase(),
      mkdtemp(path.join(tmpdir(), 'holdfast-server-')),
      freePort(),
    ])
    const settings = {
      ...readSettings({
        HOLDFAST_HOME: home,
        KEYS_URL: database.keysUrl,
        HOLDFAST_PORT: String(port),
        HOLDFAST_LOG_LEVEL: 'error',
        HOLDFAST_ORIGIN: `http://127.0.0.1:${port}`,
        HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
        ...(typeof environment === 'function' ? environment(port) : environment),
      }),
      databaseUrl: database.ownerUrl,
    }
    const queries = new Set<string>()
    const onQuery = (text: string) => queries.add(text)
    const api = await startApi(settings, { onQuery, ...(logTo ? { logTo } : {}) })
    return new TestServer(api, settings, database, home, queries)
  }

  /** The origin of the portal for the people of an account. */
  originOf(client: string): string {
    return portalOriginOf(this.settings, client)
  }

  /** Opens an account with its system roles, key pair and enrolment secret, and with these groups. */
  async openAccount(client: string, groups: readonly string[] = []): Promise<OpenedClient> {
    const opened = await openClientAccount(this.api.platform, { client, name: `${client} plc`, locale: 'en-GB' })
    await this.api.platform.database.transaction(client, async (tx) => {
      if (groups.length > 0) {
        await addRows(
          tx,
          'groups',
          groups.map((group_reference) => ({ group_reference })),
        )
      }
      await bumpAccessVersion(tx)
    })
    return opened
  }

  /** Adds a role to the account. */
  async addRole(
    client: string,
    role_reference: string,
    permissions: readonly Permission[],
    cidr_ranges: string[] | null = null,
  ): Promise<void> {
    await this.api.platform.database.transaction(client, async (tx) => {
      await addRows(tx, 'roles', [{ role_reference, permissions: JSON.stringify(permissions), cidr_ranges }])
      await bumpAccessVersion(tx)
    })
  }

  /** Replaces the roles of a person, as a sign-in with other roles in the identity would. */
  async setRoles(client: string, user_reference: string, roles: string[]): Promise<void> {
    await this.#changePerson(client, user_reference, { roles })
  }

  /** Removes a person from the account, or restores them. */
  async setActive(client: string, user_reference: string, is_active: boolean): Promise<void> {
    await this.#changePerson(client, user_reference, { is_active })
  }

  #changePerson(client: string, user_reference: string, change: { roles?: string[]; is_active?: boolean }) {
    return this.api.platform.database.transaction(client, (tx) =>
      tx.db
        .updateTable('portal_users')
        .set({ ...change, updated_at: tx.now })
        .where('client', '=', client)
        .where('user_reference', '=', user_reference)
        .execute(),
    )
  }

  /** Creates a person, issues their id token, and accepts the terms. Returns the token. */
  async signIn(client: string, person: TestPerson, { acceptTerms = true } = {}): Promise<string> {
    const signingIn = { platform: this.api.platform, client, person: identityPersonOf(person) }
    const id_token = await signInDirectly(signingIn)
    if (acceptTerms) await acceptTermsDirectly(signingIn)
    return id_token
  }

  /** Another id token of a person who is signed in. */
  issueIdToken(client: string, person: TestPerson): Promise<string> {
    return issueIdToken({ platform: this.api.platform, client, person: identityPersonOf(person) })
  }

  /** The same at the broker, as a browser does, and with the calls of the portal: for tests of identity and sessions. */
  async signInAtBroker(client: string, person: TestPerson): Promise<string> {
    await this.api.platform.database.transaction(client, (tx) => savePerson(tx, identityPersonOf(person), tx.now))
    const id_token = await this.signInAgain(client, person.user_reference)
    await this.acceptTerms(client, id_token)
    return id_token
  }

  /** Signs in an existing person at the broker, without accepting the terms. */
  async signInAgain(client: string, user_reference: string, passwordOfTheirs = password): Promise<string> {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const origin = this.originOf(client)
    const { url } = await this.getJson<{ url: string }>(
      `/api/admin/v1/${client}/url?state=s&code_challenge=${challenge}`,
      { origin },
    )
    const browser = new CookieBrowser()
    const stopAt = `${origin}/sign-in`
    const page = await browser.open(url, stopAt)
    const visit = await browser.submit(
      page,
      { login: user_reference, password: passwordOfTheirs, act: 'sign_in' },
      stopAt,
    )
    const code = visit.url.searchParams.get('code') ?? ''
    const query = new URLSearchParams({ code, redirect_uri: stopAt, code_verifier: verifier })
    const { id_token } = await this.getJson<{ id_token: string }>(`/api/admin/v1/${client}/exchange?${query}`, {
      origin,
    })
    return id_token
  }

  async acceptTerms(client: string, id_token: string): Promise<void> {
    const base = `/api/admin/v1/${client}/terms`
    const origin = this.originOf(client)
    const { version, text_hash, locale } = await this.getJson<Record<string, string>>(base, { token: id_token, origin })
    const response = await this.call('POST', `${base}/acceptance`, {
      token: id_token,
      origin,
      body: { version, text_hash, locale },
    })
    if (!response.ok) throw new Error(`terms: ${response.status} ${await response.text()}`)
  }

  /** Adds a device that authenticated a moment ago. Returns its access token. */
  async addDevice(
    client: string,
    { device_reference, group }: { device_reference: string; group: string },
  ): Promise<string> {
    const { database, identity } = this.api.platform
    await database.transaction(client, (tx) =>
      addRows(tx, 'devices', [{ device_reference, group, activated_at: tx.now }]),
    )
    const token = await identity.issueDeviceToken({ client, device_reference, installation_id: 'installation' })
    return token.access_token
  }

  /** Makes one request, as a portal or a handset would. */
  async call(method: string, address: string, options: CallOptions = {}): Promise<Response> {
    const { token, body, headers, origin = this.origin } = options
    const response = await fetch(`${origin}${address}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const what of await undocumentedRefusal(method, address, response)) this.#undocumented.add(what)
    return response
  }

  /** The JSON answer to a GET. Throws when it is refused. */
  async getJson<T>(address: string, options: string | CallOptions = {}): Promise<T> {
    const response = await this.call('GET', address, typeof options === 'string' ? { token: options } : options)
    if (!response.ok) throw new Error(`GET ${address}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  /**
   * Stops the server, then checks all its queries against the distribution rules and all its refusals against the
   * OpenAPI document.
   * @throws Error naming each query that breaks a rule, or each refusal that is not documented
   */
  async stop(): Promise<void> {
    await this.api.stop()
    const breaches = await breachesOf(this.#queries, await this.#database.tenantTables())
    await this.#database.drop()
    await rm(this.#home, { recursive: true, force: true })
    if (breaches.length > 0) throw new Error(`Queries break the distribution rules:\n${breaches.join('\n')}`)
    if (this.#undocumented.size > 0) throw new Error(`Not in OpenAPI:\n${[...this.#undocumented].join('\n')}`)
  }

  /** Stops the server when a later step of a start fails (`stoppedOnFailure`). */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

const identityPersonOf = ({ user_reference, roles, user_group }: TestPerson): IdentityPerson => ({
  user_reference,
  email: `${user_reference}@example.com`,
  name: user_reference,
  roles,
  user_group: user_group ?? null,
  password_hash: cheapHash,
  upstream_issuer: null,
  is_active: true,
})

const breachesOf = async (queries: ReadonlySet<string>, tables: ReadonlySet<string>): Promise<string[]> => {
  const breaches = []
  for (const text of queries) {
    for (const breach of await queryBreaches(text, tables)) breaches.push(`${breach}\n  ${text}`)
  }
  return breaches
}

export interface ServerOptions {
  /** Settings that differ from the usual ones of tests; some depend on the server's port. */
  environment?: Record<string, string> | ((port: number) => Record<string, string>)
  /** Receives the log lines of the server. */
  logTo?: { write(line: string): void }
}

export interface CallOptions {
  /** Origin of the portal; the server's own by default. */
  origin?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}
