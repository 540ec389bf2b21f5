import { ProductError } from '@holdfast/contract'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { guardedFetch } from '../../platform/network/index.ts'
import { providerClient } from '../accounts/index.ts'
import { portalOriginOf } from '../hosts/index.ts'
import { AppKeys } from './app-keys.ts'
import { type AppToken, readAppToken } from './app-token.ts'
import { readAuthorization } from './authorization-header.ts'
import type { Broker } from './broker/create-broker.ts'
import { hashPassword } from './broker/passwords.ts'
import { PostgresPeopleStore, savePerson } from './broker/postgres-people.ts'
import { PostgresBrokerStore } from './broker/postgres-records.ts'
import { postgresUpstreams, saveUpstream } from './broker/postgres-upstreams.ts'
import type { IdentityPerson, UpstreamProvider } from './broker/stores.ts'
import { type DeviceClaims, type DeviceToken, deviceTokens, issueDeviceToken } from './device-token.ts'
import { type EmbeddedBroker, type IdentityParts, openEmbeddedBroker } from './embedded-broker.ts'
import { IssuerConnection } from './issuer-connection.ts'
import { type RedirectRules, returnUriAt } from './redirect-uris.ts'
import {
  type Exchanged,
  exchangeCode,
  refresh,
  revoke,
  type SignInParts,
  type SignInRequest,
  signInUrl,
} from './sign-in.ts'
import { VerifiedTokens } from './verified-tokens.ts'
import { type AppClaims, type AppTokenRules, appTokens } from './verify-app-token.ts'
import { type PersonClaims, personTokens } from './verify-token.ts'

/** Every Authorization header of a request. */
export type AuthorizationHeaders = string | readonly string[] | undefined

/** A person who signs in at the embedded broker with a password, or with the hash of one that several people share. */
export type PasswordPerson = Pick<IdentityPerson, 'user_reference' | 'email' | 'name' | 'roles' | 'user_group'> &
  ({ password: string } | { password_hash: string })

/** One of the provider's staff, signed in to the provider's own account, and the support access request they act under. */
export interface VisitorClaims {
  person: PersonClaims
  support_reference: string
}

export interface Identity {
  /** The embedded broker, to be mounted; null when another provider signs people in. */
  readonly broker: Broker | null
  /** The issuer of people's tokens, which no client app can have. */
  readonly issuer: string
  signInUrl(request: SignInRequest): Promise<string>
  exchangeCode(request: {
    client: string
    code: string
    redirect_uri: string
    code_verifier?: string
  }): Promise<Exchanged>
  refresh(request: { client: string; refresh_token: string }): Promise<Exchanged>
  revoke(client: string, refresh_token: string): Promise<void>
  /** @throws ProductError 401 */
  verifyPerson(authorization: AuthorizationHeaders, client: string): Promise<PersonClaims>
  /**
   * The caller with the support access prefix; `null` for everybody else.
   * @throws ProductError 401
   */
  verifyVisitor(authorization: AuthorizationHeaders): Promise<VisitorClaims | null>
  /** The token of a client app, which claims another issuer than people's; `null` for everything else. */
  appToken(authorization: AuthorizationHeaders): AppToken | null
  /** @throws ProductError 401; `server.dependency_down` when the keys of the app's issuer can't be fetched */
  verifyApp(token: AppToken, rules: AppTokenRules): Promise<AppClaims>
  /** @throws ProductError 401 */
  verifyDevice(authorization: AuthorizationHeaders): Promise<DeviceClaims>
  issueDeviceToken(device: DeviceClaims): Promise<DeviceToken>
  /** The account's own provider, if it has one. */
  upstreamOf(client: string): Promise<UpstreamProvider | undefined>
  /** Makes the account's people sign in through this provider from now on; `null`: with passwords here. */
  saveUpstream(client: string, provider: UpstreamProvider | null): Promise<void>
  /** The same, in a transaction of the account. */
  saveUpstreamIn(tx: TenantTransaction, provider: UpstreamProvider | null): Promise<void>
  /** Creates or changes a person of the embedded broker. */
  savePerson(client: string, person: PasswordPerson): Promise<void>
  /** The same, in a transaction of the account. */
  savePersonIn(tx: TenantTransaction, person: PasswordPerson): Promise<void>
  /** Removes at most `limit` expired records of an account and returns their number. */
  removeExpired(client: string, limit: number): Promise<number>
  /** Rejects when nobody can sign in now. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens the identity of an installation: the embedded broker, or the provider that `IDENTITY_ISSUER` names. */
export const openIdentity = async (parts: IdentityParts): Promise<Identity> => {
  const { settings, database, keys } = parts
  const originOf = (client: string) => portalOriginOf(settings, client)
  const redirects: RedirectRules = {
    returnUriOf: (client) => returnUriAt(originOf(client)),
  }
  const embedded: EmbeddedBroker | null =
    settings.identityIssuer === undefined ? await openEmbeddedBroker(parts, redirects) : null
  const connection = new IssuerConnection({
    issuer: settings.identityIssuer ?? `${settings.origin}/identity`,
    fetch: embedded?.fetch ?? fetch,
  })
  const signIn: SignInParts = { connection, keys, redirects, ...(embedded ? { brokerOriginOf: originOf } : {}) }
  const people = new PostgresPeopleStore(database)
  const records = new PostgresBrokerStore(database)
  const upstreams = postgresUpstreams(database, keys)
  const verifiedPeople = new VerifiedTokens<PersonClaims>({ maxTokens: 10_000 })
  const verifiedApps = new VerifiedTokens<AppClaims>({ maxTokens: 10_000 })
  const verifiedDevices = new VerifiedTokens<DeviceClaims>({ maxTokens: 20_000 })
  const appKeys = new AppKeys(guardedFetch(settings))
  return {
    broker: embedded?.broker ?? null,
    issuer: connection.issuer,
    signInUrl: (request) => signInUrl(signIn, request),
    exchangeCode: (request) => exchangeCode(signIn, request),
    refresh: (request) => refresh(signIn, request),
    revoke: (client, refreshToken) => revoke(signIn, client, refreshToken),
    verifyPerson: async (authorization, client) => {
      const { token, support_reference } = readAuthorization(authorization)
      if (support_reference !== null) throw new ProductError('auth.bad_support_prefix')
      return verifiedPeople.claimsOf(token, personTokens(client, connection))
    },
    verifyVisitor: async (authorization) => {
      const { token, support_reference } = readAuthorization(authorization)
      if (support_reference === null) return null
      return {
        person: await verifiedPeople.claimsOf(token, personTokens(providerClient, connection)),
        support_reference,
      }
    },
    appToken: (authorization) => readAppToken(authorization, connection.issuer),
    verifyApp: ({ token }, rules) =>
      verifiedApps.claimsOf(token, appTokens(rules, appKeys.publishedAt(rules.jwks_uri))),
    verifyDevice: async (authorization) => {
      const { token, support_reference } = readAuthorization(authorization)
      if (support_reference !== null) throw new ProductError('auth.bad_support_prefix')
      return verifiedDevices.claimsOf(token, deviceTokens(keys))
    },
    issueDeviceToken: (device) => issueDeviceToken(device, keys),
    upstreamOf: (client) => upstreams.find(client),
    saveUpstream: (client, provider) => database.transaction(client, (tx) => saveUpstream(tx, keys, provider)),
    saveUpstreamIn: (tx, provider) => saveUpstream(tx, keys, provider),
    savePerson: async (client, person) => people.save(client, await withPassword(person), new Date()),
    savePersonIn: async (tx, person) => savePerson(tx, await withPassword(person), tx.now),
    removeExpired: (client, limit) => records.removeExpired(client, new Date(), limit),
    check: () => connection.check(),
    close: async () => embedded?.close(),
  }
}

const withPassword = async (person: PasswordPerson): Promise<IdentityPerson> => {
  const { user_reference, email, name, roles, user_group } = person
  const password_hash = 'password' in person ? await hashPassword(person.password) : person.password_hash
  return { user_reference, email, name, roles, user_group, password_hash, upstream_issuer: null, is_active: true }
}
