import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Interaction, Provider } from 'oidc-provider'
import * as oidc from 'openid-client'
import { chooseLocale, cookieOf, localesOf } from '../../../platform/http/index.ts'
import { type BrokerSettings, browserBaseOf } from './broker-options.ts'
import { type Notice, renderNotice, sendPage } from './pages/layout.ts'
import {
  consumePendingSignIn,
  type PendingSignIn,
  pendingSignInCookie,
  pendingSignInSeconds,
  savePendingSignIn,
} from './pending-sign-in.ts'
import type { InteractionContext } from './sign-in-interaction.ts'
import type { Account, UpstreamProvider } from './stores.ts'
import { personOf, UnusableIdentity } from './upstream-person.ts'
import { discoverUpstream } from './upstream-provider.ts'
import { saveUpstreamSession } from './upstream-sessions.ts'

/** Redirects the browser to the account's own provider (authorization code, PKCE, state, nonce). */
export const startUpstream = async (context: InteractionContext, upstream: UpstreamProvider): Promise<void> => {
  const { settings, account, interaction, response } = context
  const configuration = await configurationOf(context, upstream)
  if (configuration === undefined) return
  const pending: PendingSignIn = {
    interaction_uid: interaction.uid,
    issuer: upstream.issuer,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    code_verifier: oidc.randomPKCECodeVerifier(),
  }
  await savePendingSignIn(settings, account.client, pending)
  const mustAskAgain = interaction.prompt.reasons.includes('login_prompt')
  const destination = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(settings, account.client),
    scope: withOpenid(upstream.scopes),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.code_verifier),
    code_challenge_method: 'S256',
    ...(mustAskAgain ? { prompt: 'login' } : {}),
  })
  response
    .writeHead(303, {
      location: destination.href,
      'cache-control': 'no-store',
      'set-cookie': cookieFor(settings, account.client, pending.state, pendingSignInSeconds),
    })
    .end()
}

export interface CallbackContext {
  settings: BrokerSettings
  provider: Provider
  account: Account
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Handles the return from the account's own provider. The trip must belong to this browser (cookie), be unused and not have
 * expired. The id token's signature, issuer, audience, nonce and times must be valid. Then the waiting sign-in continues.
 */
export const finishUpstream = async (context: CallbackContext): Promise<void> => {
  const { settings, provider, account, request, response } = context
  const url = new URL(request.url ?? '/', settings.issuer)
  const state = url.searchParams.get('state') ?? ''
  const isThisBrowser = state !== '' && cookieOf(request, pendingSignInCookie(state)) === state
  const pending = isThisBrowser ? await consumePendingSignIn(settings, account.client, state) : undefined
  const interaction = pending === undefined ? undefined : await provider.Interaction.find(pending.interaction_uid)
  const upstream = await settings.upstreams.find(account.client)
  if (pending === undefined || interaction === undefined || upstream?.issuer !== pending.issuer) {
    return sendNotice(context, 400, 'expired')
  }
  const configuration = await configurationOf(context, upstream)
  if (configuration === undefined) return
  try {
    const userReference = await identify(context, { upstream, configuration, pending, search: url.search })
    await finishInteraction(settings, interaction, userReference)
  } catch (error) {
    await reportFailure(context, upstream, error)
    return sendNotice(context, 401, 'upstream')
  }
  response
    .writeHead(303, {
      location: interaction.returnTo,
      'cache-control': 'no-store',
      'set-cookie': cookieFor(settings, account.client, state, 0),
    })
    .end()
}

interface Return {
  upstream: UpstreamProvider
  configuration: oidc.Configuration
  pending: PendingSignIn
  search: string
}

/** Exchanges the provider's code, verifies its id token and stores the person. Returns the person's reference. */
const identify = async (
  context: CallbackContext,
  { upstream, configuration, pending, search }: Return,
): Promise<string> => {
  const { settings, account, request } = context
  const returned = new URL(`${callbackUrl(settings, account.client)}${search}`)
  const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.code_verifier,
    idTokenExpected: true,
  })
  const person = personOf(tokens.claims() ?? {}, upstream)
  const known = await settings.people.findByReference(account.client, person.user_reference)
  if (known !== undefined && known.upstream_issuer !== upstream.issuer) {
    throw new UnusableIdentity('somebody else has this user reference')
  }
  if (known !== undefined && !known.is_active) throw new UnusableIdentity('the person is not active')
  await settings.people.save(account.client, person, settings.now())
  const { user_reference } = person
  const sid = tokens.claims()?.sid
  if (typeof sid === 'string') {
    const name = { client: account.client, issuer: upstream.issuer }
    await saveUpstreamSession(settings, name, { sid, user_reference })
  }
  await settings.observe({
    event: 'signed_in',
    client: account.client,
    user_reference,
    address: settings.addressOf(request),
    upstream_issuer: upstream.issuer,
  })
  return user_reference
}

/** Stores the result. A cookie that oidc-provider checks at the interaction's return URL binds the browser to the interaction. */
const finishInteraction = async (
  { now }: BrokerSettings,
  interaction: Interaction,
  userReference: string,
): Promise<void> => {
  interaction.result = { login: { accountId: userReference, remember: false, amr: ['fed'] } }
  await interaction.save(interaction.exp - Math.floor(now().getTime() / 1000))
}

/** The provider's configuration. If it can't be reached, sends a page that says so and returns `undefined`. */
const configurationOf = async (
  context: CallbackContext,
  upstream: UpstreamProvider,
): Promise<oidc.Configuration | undefined> => {
  try {
    return await discoverUpstream(context.settings, upstream)
  } catch (error) {
    await reportFailure(context, upstream, error)
    sendNotice(context, 503, 'upstreamDown', { 'retry-after': '60' })
    return undefined
  }
}

const reportFailure = async (
  { settings, account, request }: CallbackContext,
  upstream: UpstreamProvider,
  error: unknown,
): Promise<void> =>
  settings.observe({
    event: 'upstream_failed',
    client: account.client,
    upstream_issuer: upstream.issuer,
    address: settings.addressOf(request),
    reason: error instanceof Error ? error.message : String(error),
  })

const sendNotice = (
  { settings, request, response }: CallbackContext,
  status: number,
  notice: Notice,
  headers: Record<string, string> = {},
): void => {
  const locale = chooseLocale(...localesOf(request))
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  sendPage(response, status, renderNotice(notice, locale, settings.issuer))
}

const callbackUrl = (settings: BrokerSettings, client: string): string =>
  `${browserBaseOf(settings, client)}/upstream/${client}/callback`

const cookieFor = (settings: BrokerSettings, client: string, state: string, maxAgeSeconds: number): string =>
  [
    `${pendingSignInCookie(state)}=${maxAgeSeconds === 0 ? '' : state}`,
    `Path=${new URL(callbackUrl(settings, client)).pathname}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(settings.originOf(client).startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

const withOpenid = (scopes: string): string =>
  [...new Set(['openid', ...scopes.split(/\s+/).filter(Boolean)])].join(' ')
