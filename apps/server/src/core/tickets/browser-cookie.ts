import { createHash, randomBytes } from 'node:crypto'
import { providerClient } from '../accounts/index.ts'
import type { RequestContext } from '../calls/index.ts'
import { portalOriginOf } from '../hosts/index.ts'

/**
 * The cookies that addresses of playbacks and exports are bound to. All tabs of a person share one cookie, so that recordings play
 * side by side: the browser sends it to the call that issues addresses, which then does not replace it. Each cookie
 * has a name of its own, so that two tabs that open their first recording at once do not overwrite each other's.
 */
const prefix = 'holdfast_media_'
const valueBytes = 32
const valuePattern = /^[A-Za-z0-9_-]{43}$/
const tagLength = 12

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The cookies that were set for requests that brought none: one for all addresses of a response. */
const given = new WeakMap<RequestContext, string>()

/** The caller's cookie in this browser, as tickets contain it: SHA-256, base64url. Sets a cookie if there is none. */
export const browserOfCaller = (ctx: RequestContext): string => {
  const browser = given.get(ctx) ?? knownBrowser(ctx)
  given.set(ctx, browser)
  return browser
}

const knownBrowser = (ctx: RequestContext): string => {
  const mine = prefixOfCaller(ctx)
  const cookies = mediaCookies(ctx)
  const known = cookies.find(([name]) => name.startsWith(mine))
  if (known) return fingerprint(known[1])
  // Addresses of people who used this browser before stop working.
  for (const [name] of cookies) ctx.reply.clearCookie(name, attributes(ctx))
  const value = randomBytes(valueBytes).toString('base64url')
  const browser = fingerprint(value)
  ctx.reply.setCookie(`${mine}${browser.slice(0, tagLength)}`, value, attributes(ctx))
  return browser
}

/** Whether a request comes from the browser that a ticket was issued to. */
export const isFromBrowser = (ctx: RequestContext, browser: string): boolean =>
  mediaCookies(ctx).some(([, value]) => fingerprint(value) === browser)

const mediaCookies = ({ request }: RequestContext): [name: string, value: string][] =>
  Object.entries(request.cookies).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== undefined && valuePattern.test(value) ? [[name, value]] : [],
  )

const prefixOfCaller = ({ caller }: RequestContext): string => {
  const reference = caller.kind === 'client_app' ? caller.app_reference : caller.user_reference
  return `${prefix}${fingerprint(`${caller.kind} ${reference}`).slice(0, tagLength)}_`
}

/** The path covers both calls: the one that issues addresses and the one that streams. */
const attributes = (ctx: RequestContext) => ({
  path: `/api/client/v1/${ctx.client}`,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: portalOriginOfCaller(ctx).startsWith('https:'),
})

/** Staff in support mode use the admin portal. */
const portalOriginOfCaller = ({ caller, client, platform }: RequestContext): string => {
  const isVisit = caller.kind === 'portal_user' && caller.visit !== undefined
  return portalOriginOf(platform.settings, isVisit ? providerClient : client)
}
