import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { chooseLocale } from '../../../../platform/http/index.ts'
import { pageHeaders, renderNotice } from './layout.ts'

/** The page for errors after which oidc-provider can't redirect to the portal. It shows no protocol details. */
export const renderProtocolError = (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): void => {
  const locale = chooseLocale(ctx.get('accept-language'))
  const notice = error instanceof errors.SessionNotFound ? 'expired' : out.error === 'server_error' ? 'fault' : 'failed'
  ctx.set(pageHeaders())
  ctx.body = renderNotice(notice, locale, ctx.oidc.issuer)
}
