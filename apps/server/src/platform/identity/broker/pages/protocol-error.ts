import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { pageHeaders, renderNotice } from './layout.ts'
import { chooseLocale } from './texts.ts'

/** What oidc-provider shows when it can't send somebody back to the portal. Protocol detail stays out of sight. */
export const renderProtocolError = (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void => {
  const locale = chooseLocale(ctx.get('accept-language'))
  const notice = error instanceof errors.SessionNotFound ? 'expired' : out.error === 'server_error' ? 'fault' : 'failed'
  ctx.set(pageHeaders())
  ctx.body = renderNotice(notice, locale, ctx.oidc.issuer)
}
