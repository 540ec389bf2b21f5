import { ProductError, type SessionTokens } from '@holdfast/contract'
import * as oidc from 'openid-client'
import type { Keys } from '../../platform/keys/index.ts'
import type { IssuerConnection } from './issuer-connection.ts'
import { isAllowedRedirectUri, type RedirectRules, redirectUriFor } from './redirect-uris.ts'
import { type PersonClaims, verifyPortalToken } from './verify-token.ts'

export interface SignInParts {
  connection: IssuerConnection
  keys: Pick<Keys, 'mac'>
  redirects: RedirectRules
  /** Origin at which browsers reach the embedded broker for an account; absent when another provider signs people in. */
  brokerOriginOf?: (client: string) => string
}

export interface SignInRequest {
  client: string
  /** The port of a developer's own portal on their machine. */
  local_port?: number
  state?: string
  /** RFC 7636, S256. */
  code_challenge?: string
  /** Locales that the person prefers, best first. */
  ui_locales?: string
}

/** Tokens for the portal, and the person they are for. */
export interface Exchanged {
  tokens: SessionTokens
  person: PersonClaims
}

/** Some providers issue refresh tokens only with the scope `offline_access`; the embedded broker always does. */
const scopeFor = (configuration: oidc.Configuration): string =>
  configuration.serverMetadata().scopes_supported?.includes('offline_access')
    ? 'openid email profile offline_access'
    : 'openid email profile'

/**
 * The URL at which a browser begins to sign in.
 * @throws ProductError `request.invalid` for a `local_port` that is not allowed; `server.dependency_down`
 */
export const signInUrl = async (parts: SignInParts, request: SignInRequest): Promise<string> => {
  const { client, local_port, state, ui_locales } = request
  const redirect_uri = redirectUriFor(client, local_port, parts.redirects)
  if (redirect_uri === undefined) {
    throw new ProductError('request.invalid', {}, [
      { path: '/query/local_port', keyword: 'allowed', params: {}, message: 'is not allowed here' },
    ])
  }
  const configuration = await parts.connection.configurationFor(client)
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: scopeFor(configuration),
    code_challenge:
      request.code_challenge ?? (await oidc.calculatePKCECodeChallenge(ownVerifier(parts, client, redirect_uri))),
    code_challenge_method: 'S256',
    ...(state === undefined ? {} : { state }),
    ...(ui_locales === undefined ? {} : { ui_locales }),
  })
  return parts.brokerOriginOf ? parts.brokerOriginOf(client) + url.href.slice(url.origin.length) : url.href
}

/**
 * Exchanges a code. Without a verifier, the server's own is used (`ownVerifier`).
 * @throws ProductError `auth.exchange_failed`; `server.dependency_down` when the provider is down
 */
export const exchangeCode = async (
  parts: SignInParts,
  {
    client,
    code,
    redirect_uri,
    code_verifier,
  }: { client: string; code: string; redirect_uri: string; code_verifier?: string },
): Promise<Exchanged> => {
  if (!isAllowedRedirectUri(redirect_uri, client, parts.redirects)) throw new ProductError('auth.exchange_failed')
  return exchanged(parts, client, (configuration) =>
    oidc.genericGrantRequest(configuration, 'authorization_code', {
      code,
      redirect_uri,
      code_verifier: code_verifier ?? ownVerifier(parts, client, redirect_uri),
    }),
  )
}

/** @throws ProductError `auth.exchange_failed`; `server.dependency_down` when the provider is down */
export const refresh = (
  parts: SignInParts,
  { client, refresh_token }: { client: string; refresh_token: string },
): Promise<Exchanged> =>
  exchanged(parts, client, async (configuration) => ({
    refresh_token,
    ...(await oidc.refreshTokenGrant(configuration, refresh_token)),
  }))

/** Ends the session that a refresh token belongs to; an unknown token is not an error (RFC 7009 section 2.2). */
export const revoke = async (parts: SignInParts, client: string, refresh_token: string): Promise<void> => {
  const configuration = await parts.connection.configurationFor(client)
  if (configuration.serverMetadata().revocation_endpoint === undefined) return
  try {
    await oidc.tokenRevocation(configuration, refresh_token, { token_type_hint: 'refresh_token' })
  } catch (error) {
    throw asProductError(error)
  }
}

interface TokenAnswer {
  id_token?: string
  refresh_token?: string
}

const exchanged = async (
  parts: SignInParts,
  client: string,
  ask: (configuration: oidc.Configuration) => Promise<TokenAnswer>,
): Promise<Exchanged> => {
  const configuration = await parts.connection.configurationFor(client)
  const { id_token, refresh_token } = await ask(configuration).catch((error: unknown) => {
    throw asProductError(error)
  })
  if (id_token === undefined || refresh_token === undefined) throw new ProductError('auth.exchange_failed')
  const person = await verifyPortalToken(id_token, client, parts.connection)
  const expires_in = Math.max(0, person.expires_at_s - Math.floor(Date.now() / 1000))
  return { tokens: { expires_in, id_token, refresh_token }, person }
}

/**
 * The verifier for callers without a `code_challenge`, which the specification's `/url` allows. Only this server knows it, so a
 * stolen code is useless at the provider's token endpoint. The portal always sends its own challenge, which also ties the code
 * to the browser.
 */
const ownVerifier = ({ keys }: SignInParts, client: string, redirectUri: string): string =>
  Buffer.from(keys.mac('sign-in without code_challenge', `${client}\n${redirectUri}`)).toString('base64url')

/** A refusal by the provider is the caller's fault; any other error means that the provider does not work. */
const asProductError = (error: unknown): ProductError =>
  error instanceof oidc.ResponseBodyError && error.status < 500
    ? new ProductError('auth.exchange_failed')
    : new ProductError('server.dependency_down', { part: 'The identity provider' })
