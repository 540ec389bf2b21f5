import { type Configuration, interactionPolicy, type JWKS, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { accountOfClientId, clientIdOf } from '../../accounts/index.ts'
import { returnsToLocalProgram } from '../redirect-uris.ts'
import { type BrokerSettings, browserBaseOf } from './broker-options.ts'
import { renderProtocolError } from './pages/protocol-error.ts'
import { claimsByScope, claimsOf, grantedScope } from './person-claims.ts'
import { recordAdapter } from './record-adapter.ts'

/** `OAuth2Code` has exactly 36 characters (rules-and-calls section 5): 36 symbols of 6 bits. */
const codeBits = 36 * 6

export interface ConfigurationInput {
  settings: BrokerSettings
  jwks: JWKS
  cookieSecret: string
  /** The account whose browsers a provider serves; `undefined` for the shared one that serves servers. */
  client: string | undefined
}

/**
 * The configuration of oidc-provider: authorization code with PKCE (S256) for public clients, rotating refresh tokens that
 * end with the session, claims inside the id token, and our own pages. Everything else is off.
 */
export const providerConfiguration = ({ settings, jwks, cookieSecret, client }: ConfigurationInput): Configuration => ({
  adapter: (model) =>
    model === 'Client'
      ? clientAdapter(settings, client)
      : recordAdapter(model, { store: settings.store, now: settings.now, client: currentAccount(client) }),
  jwks,
  findAccount: async (ctx, userReference) => {
    const person = await settings.people.findByReference(accountOf(ctx, client), userReference)
    if (!person?.is_active) return undefined
    return { accountId: person.user_reference, claims: async () => claimsOf(person, accountOf(ctx, client)) }
  },
  claims: claimsByScope,
  conformIdTokenClaims: false,
  scopes: ['openid', 'email', 'profile'],
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  clientBasedCORS: () => false,
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    resourceIndicators: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    revocation: { enabled: true, allowedPolicy: async (_ctx, owner, token) => token.clientId === owner.clientId },
  },
  formats: { bitsOfOpaqueRandomness: codeBits },
  issueRefreshToken: async () => true,
  expiresWithSession: async () => true,
  rotateRefreshToken: true,
  loadExistingGrant,
  ttl: {
    AccessToken: settings.idTokenSeconds,
    AuthorizationCode: 60,
    IdToken: settings.idTokenSeconds,
    Interaction: 30 * 60,
    Grant: settings.sessionSeconds,
    Session: settings.sessionSeconds,
    RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? settings.sessionSeconds,
  },
  cookies: {
    keys: [cookieSecret],
    names: cookieNames(client),
    long: { httpOnly: true, sameSite: 'lax', signed: true, path: new URL(settings.issuer).pathname },
    short: { httpOnly: true, sameSite: 'lax', signed: true },
  },
  interactions: {
    policy: signInOnly(settings, client ?? ''),
    url: (_ctx, { uid }) => `${browserBaseOf(settings, client ?? '')}/accounts/${client}/interaction/${uid}`,
  },
  renderError: renderProtocolError,
  clockTolerance: 5,
})

/** Separate cookies for each account, so that a session in one account does not affect another. */
const cookieNames = (client = 'none') => ({
  session: `holdfast_session_${client}`,
  interaction: `holdfast_interaction_${client}`,
  resume: `holdfast_resume_${client}`,
})

/** The OIDC clients: one for each account. The provider of one account knows no other. */
const clientAdapter = (settings: BrokerSettings, only: string | undefined) => {
  const unused = async () => undefined
  return {
    upsert: unused,
    findByUid: unused,
    findByUserCode: unused,
    consume: unused,
    destroy: unused,
    revokeByGrantId: unused,
    find: async (clientId: string) => {
      const client = accountOfClientId(clientId)
      const isOther = only !== undefined && client !== only
      const account = client === undefined || isOther ? undefined : await settings.accounts.find(client)
      if (account === undefined) return undefined
      return {
        client_id: clientIdOf(account.client),
        client_name: account.name,
        token_endpoint_auth_method: 'none' as const,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code' as const],
        redirect_uris: [settings.redirects.returnUriOf(account.client)],
        id_token_signed_response_alg: 'EdDSA' as const,
      }
    },
  }
}

/**
 * Prompts for a sign-in, also when the person of a live session is gone or inactive, and when a program on the person's own
 * machine would otherwise get a code without their doing (RFC 8252 section 8.6). Never asks for consent (first-party).
 */
const signInOnly = (settings: BrokerSettings, client: string) => {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const { checks } = policy.get('login') ?? {}
  checks?.add(
    new interactionPolicy.Check('no_account', 'the person is not known or not active', (ctx) =>
      ctx.oidc.account === undefined
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT,
    ),
  )
  checks?.add(
    new interactionPolicy.Check('local_program', 'a program on the own machine gets no silent sign-in', ({ oidc }) =>
      returnsToLocalProgram(String(oidc.params?.redirect_uri), client, settings.redirects) &&
      oidc.result?.login === undefined
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT,
    ),
  )
  return policy
}

/** Creates the grant without a consent screen, because the portal is first-party. */
const loadExistingGrant: Configuration['loadExistingGrant'] = async (ctx) => {
  const { provider, session, client, account } = ctx.oidc
  if (session === undefined || client === undefined || account === undefined) return undefined
  const known = session.grantIdFor(client.clientId)
  const existing = known === undefined ? undefined : await provider.Grant.find(known)
  if (existing !== undefined) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope(grantedScope)
  await grant.save()
  return grant
}

const accountOf = (ctx: KoaContextWithOIDC, client: string | undefined): string => {
  const account = client ?? accountOfClientId(ctx.oidc.client?.clientId)
  if (account === undefined) throw new Error('no account is at hand')
  return account
}

/** The token endpoint is shared by all accounts. There, the account is that of the authenticated OIDC client. */
const currentAccount = (client: string | undefined) => (): string => {
  if (client !== undefined) return client
  const ctx = Provider.ctx
  if (ctx === undefined) throw new Error('no request is at hand')
  return accountOf(ctx, undefined)
}
