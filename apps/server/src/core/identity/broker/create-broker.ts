import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProductError } from '@holdfast/contract'
import { errors, type Provider } from 'oidc-provider'
import { chooseLocale } from '../../../platform/http/index.ts'
import { inProject } from '../../../platform/places.ts'
import { accountOfClientId, isAccountName } from '../../accounts/index.ts'
import { AppKeys } from '../app-keys.ts'
import { AccountProviders } from './account-providers.ts'
import { backchannelLogout } from './backchannel-logout.ts'
import { type BrokerOptions, type BrokerSettings, browserBaseOf, withDefaults } from './broker-options.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { type Notice, renderNotice, sendPage } from './pages/layout.ts'
import { showSignIn, takeSignIn } from './sign-in-interaction.ts'
import { keyPeriodAt, publishedKeysOf } from './signing-keys.ts'
import type { Account } from './stores.ts'
import { finishUpstream, startUpstream } from './upstream-sign-in.ts'

export interface Broker {
  issuer: string
  /** Handles every request below the issuer's path. The body of the request must be unread. */
  callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

const styleSheet = readFileSync(inProject('apps/server/src/core/identity/broker/pages/sign-in.css'))

/** Paths that servers call. The account follows from the request's `client_id`. */
const sharedPaths = new Set(['/.well-known/openid-configuration', '/token', '/token/revocation'])

/**
 * The embedded OpenID provider. It signs in the people of every account, by password or through the account's own provider.
 * Mount `callback` at the issuer's path of an HTTP server.
 */
export const createBroker = (options: BrokerOptions): Broker => {
  const settings = withDefaults(options)
  const providers = new AccountProviders(settings)
  const attempts = new FailedAttempts(settings.attemptLimits, settings.now)
  const logOut = backchannelLogout(settings, new AppKeys(settings.upstreamFetch))
  const base = new URL(settings.issuer)

  const notice = (request: IncomingMessage, response: ServerResponse, status: number, what: Notice): void =>
    sendPage(response, status, renderNotice(what, chooseLocale(request.headers['accept-language']), settings.issuer))

  const interact = async (account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const provider = providers.of(account.client)
    const interaction = await provider.interactionDetails(request, response)
    const context = { settings, attempts, provider, account, interaction, request, response }
    const upstream = await settings.upstreams.find(account.client)
    if (upstream !== undefined) return startUpstream(context, upstream)
    if (request.method === 'POST' && isFromElsewhere(request)) return notice(request, response, 400, 'failed')
    if (request.method === 'POST') return takeSignIn(context)
    showSignIn(context)
  }

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', base)
    const path = pathname.startsWith(`${base.pathname}/`) ? pathname.slice(base.pathname.length) : ''
    const isForServers = sharedPaths.has(path) || path === '/jwks'
    if (isForServers && !settings.isAtHost(request, null)) return notice(request, response, 404, 'unknown')
    if (sharedPaths.has(path)) return delegate(providers.shared(), request, response, base, '', `${path}${search}`)
    if (path === '/jwks') return sendKeys(response, settings)
    if (path === '/assets/sign-in.css') return sendStyleSheet(response)

    const { client, rest, kind } = accountPath(path, searchParams)
    const account = client === undefined ? undefined : await settings.accounts.find(client)
    if (account === undefined) return notice(request, response, path === '/auth' ? 400 : 404, kind)
    const isHere = settings.isAtHost(request, account.client)
    if (rest === '/backchannel_logout' && (isHere || settings.isAtHost(request, null))) {
      return logOut({ account, request, response })
    }
    if (!isHere) return notice(request, response, 404, 'unknown')
    if (rest === '/callback') {
      return finishUpstream({ settings, account, request, response, provider: providers.of(account.client) })
    }
    if (rest.startsWith('/interaction/')) return interact(account, request, response)
    if (!isBrowserPath(rest)) return notice(request, response, 404, 'unknown')
    const mount = `/accounts/${account.client}`
    const ownBase = new URL(browserBaseOf(settings, account.client))
    return delegate(providers.of(account.client), request, response, ownBase, mount, `${rest}${search}`)
  }

  return {
    issuer: settings.issuer,
    callback: async (request, response) => {
      try {
        await route(request, response)
      } catch (error) {
        const isExpired = error instanceof errors.SessionNotFound
        if (!isExpired) settings.reportFault(error)
        if (response.headersSent) response.destroy()
        else notice(request, response, isExpired ? 400 : statusOf(error), isExpired ? 'expired' : 'fault')
      }
    },
  }
}

/** 503 when a dependency is down. */
const statusOf = (error: unknown): number => (error instanceof ProductError ? error.status : 500)

/** A form posted by a page of another site or of the other portal: browsers send cookies between hosts of one site. */
const isFromElsewhere = ({ headers }: IncomingMessage): boolean =>
  ![undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'] as string | undefined)

/** The account in a path, and the path within that account. */
const accountPath = (path: string, query: URLSearchParams): { client?: string; rest: string; kind: Notice } => {
  if (path === '/auth') {
    const client = accountOfClientId(query.get('client_id'))
    return { ...(client === undefined ? {} : { client }), rest: '/auth', kind: 'failed' }
  }
  const [, upstreamOf, upstreamRest = ''] = /^\/upstream\/([^/]+)(\/callback|\/backchannel_logout)$/.exec(path) ?? []
  const [, accountOf, rest = ''] = /^\/accounts\/([^/]+)(\/.+\/.+)$/.exec(path) ?? []
  const client = upstreamOf ?? accountOf
  if (client === undefined || !isAccountName(client)) return { rest: '', kind: 'unknown' }
  return { client, rest: upstreamOf === undefined ? rest : upstreamRest, kind: 'unknown' }
}

/**
 * The paths that browsers may request from an account's oidc-provider: to begin (through `/auth`, which names the account), to
 * continue after the sign-in, and to change who is signed in. Any other path could mix up two accounts.
 */
const isBrowserPath = (rest: string): boolean =>
  rest === '/auth' || /^\/auth\/[\w-]+$|^\/session\/end\/confirm$/.test(rest)

/**
 * Hands a request to oidc-provider, which derives its URLs from the request. They use `base`, whatever host the request
 * claims, and are below `mount`, so that the URLs to which a browser returns name the account.
 */
const delegate = async (
  provider: Provider,
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  base: URL,
  mount: string,
  url: string,
): Promise<void> => {
  request.headers.host = base.host
  delete request.headers['x-forwarded-host']
  request.headers['x-forwarded-proto'] = base.protocol.slice(0, -1)
  request.originalUrl = `${base.pathname}${mount}${url}`
  request.url = url
  await provider.callback()(request, response)
}

const sendKeys = (response: ServerResponse, { keys, now }: BrokerSettings): void => {
  response
    .writeHead(200, {
      'content-type': 'application/jwk-set+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    })
    .end(JSON.stringify(publishedKeysOf(keyPeriodAt(now()), keys)))
}

const sendStyleSheet = (response: ServerResponse): void => {
  response
    .writeHead(200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    .end(styleSheet)
}
