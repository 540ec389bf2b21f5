import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProductError } from '@holdfast/contract'
import { errors } from 'jose'
import type { AppKeys } from '../app-keys.ts'
import type { BrokerSettings } from './broker-options.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { readForm } from './http-input.ts'
import { type LogoutToken, verifyLogoutToken } from './logout-token.ts'
import type { Account, UpstreamProvider } from './stores.ts'
import { discoverUpstream } from './upstream-provider.ts'
import { ownerOfUpstreamSession, saveLogoutToken, wasLogoutTokenUsed } from './upstream-sessions.ts'

interface LogoutRequest {
  account: Account
  request: IncomingMessage
  response: ServerResponse
}

/** A refused request. Its message is recorded on the trail. */
class RefusedLogout extends Error {}

/** Limit of refused requests per network address, so that strangers can't flood the trail. */
const refusedLimits = { perPerson: Number.POSITIVE_INFINITY, perAddress: 60, windowSeconds: 15 * 60 }

/**
 * OpenID Connect Back-Channel Logout 1.0: an account's own provider reports that a person signed out there, and all their
 * sessions here end at once. Responds with 200, even if they had no session, and with 400 if the logout token is invalid.
 */
export const backchannelLogout = (settings: BrokerSettings, upstreamKeys: AppKeys) => {
  const attempts = new FailedAttempts(refusedLimits, settings.now)

  const logout = async ({ account, request }: LogoutRequest, upstream: UpstreamProvider | undefined): Promise<void> => {
    if (upstream === undefined) throw new RefusedLogout('the account has no provider of its own')
    const token = await tokenIn(request, settings, upstream, upstreamKeys)
    const name = { client: account.client, issuer: upstream.issuer }
    if (await wasLogoutTokenUsed(settings, name, token.jti)) throw new RefusedLogout('the token was used before')
    const user_reference = token.sub ?? (token.sid && (await ownerOfUpstreamSession(settings, name, token.sid)))
    const person = user_reference ? await settings.people.findByReference(account.client, user_reference) : undefined
    // A provider can end only sessions that began with it.
    if (person?.upstream_issuer === upstream.issuer) {
      await settings.endSessions({
        client: account.client,
        user_reference: person.user_reference,
        address: settings.addressOf(request),
        upstream_issuer: upstream.issuer,
      })
    }
    // Stored last, so that the provider can repeat a logout that failed.
    await saveLogoutToken(settings, name, token.jti)
  }

  return async (context: LogoutRequest): Promise<void> => {
    const { account, request, response } = context
    const address = settings.addressOf(request)
    const waitSeconds = attempts.take(account.client, '', address)
    if (waitSeconds > 0) return answer(response, 429, 'slow_down', { 'retry-after': String(waitSeconds) })
    const upstream = await settings.upstreams.find(account.client)
    try {
      await logout(context, upstream)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await settings.observe({
        event: 'logout_refused',
        client: account.client,
        upstream_issuer: upstream?.issuer ?? null,
        address,
        reason: error.message,
      })
      return answer(response, 400, 'invalid_request')
    }
    attempts.succeeded(account.client, '', address)
    answer(response, 200)
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof RefusedLogout || (error instanceof errors.JOSEError && error.code !== errors.JOSEError.code)

/** @throws ProductError `server.dependency_down` if the provider's keys can't be fetched, so that the provider tries again */
const tokenIn = async (
  request: IncomingMessage,
  settings: BrokerSettings,
  upstream: UpstreamProvider,
  upstreamKeys: AppKeys,
): Promise<LogoutToken> => {
  if (request.method !== 'POST') throw new RefusedLogout('the token has to be posted')
  const token = (await readForm(request))?.get('logout_token')
  if (!token) throw new RefusedLogout('there is no logout_token')
  try {
    const { jwks_uri } = (await discoverUpstream(settings, upstream)).serverMetadata()
    if (jwks_uri === undefined) throw new Error('the provider publishes no keys')
    const keys = upstreamKeys.publishedAt(jwks_uri).find
    return await verifyLogoutToken(token, { upstream, keys, now: settings.now() })
  } catch (error) {
    if (isRefusal(error)) throw error
    settings.reportFault(error)
    throw new ProductError('server.dependency_down', { part: "The customer's identity provider" })
  }
}

const answer = (
  response: ServerResponse,
  status: number,
  error?: string,
  headers: Record<string, string> = {},
): void => {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    .end(error === undefined ? '' : JSON.stringify({ error }))
}
