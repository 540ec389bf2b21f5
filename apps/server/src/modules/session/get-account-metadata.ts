import { type AccountMetadata, type Locale, locales, ProductError } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { version } from '../../platform/version.ts'

/** `GET /account/metadata`: what the sign-in page needs before anybody has signed in. */
export const getAccountMetadata = async (ctx: RequestContext): Promise<AccountMetadata> => {
  const account = await ctx.platform.clients.find(ctx.client)
  if (account === null) throw new ProductError('request.not_found')
  if (!account.is_active) throw new ProductError('auth.inactive')
  const upstream = await ctx.platform.identity.upstreamOf(account.client)
  return {
    client: account.client,
    name: account.name,
    locale: localeOf(account.locale),
    portals: account.client === providerClient ? ['admin', 'client'] : ['client'],
    sign_in:
      upstream === undefined
        ? { provider: 'holdfast', label: null }
        : { provider: 'customer', label: new URL(upstream.issuer).hostname },
    build_version: version,
  }
}

const localeOf = (locale: string): Locale => locales.find((known) => known === locale) ?? locales[0]
