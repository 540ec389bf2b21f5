import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { accountOfClientId } from '../../accounts/index.ts'
import { isAllowedRedirectUri } from '../redirect-uris.ts'
import type { BrokerSettings } from './broker-options.ts'
import { providerConfiguration } from './provider-configuration.ts'
import { cookieSecretOf, keyPeriodAt, signingKeysOf } from './signing-keys.ts'

/** Beyond this number, the oldest providers are dropped. They have no state of their own. */
const maxProviders = 500

/**
 * One oidc-provider for each account that browsers use, so that cookies and pages belong to the account, and a shared one for
 * requests that only servers make. All have the same issuer, keys and store. They are created again when the keys rotate.
 */
export class AccountProviders {
  readonly #settings: BrokerSettings
  readonly #providers = new Map<string, Provider>()
  #period = -1

  constructor(settings: BrokerSettings) {
    this.#settings = settings
  }

  of(client: string): Provider {
    return this.#get(client)
  }

  shared(): Provider {
    return this.#get(undefined)
  }

  #get(client: string | undefined): Provider {
    const period = keyPeriodAt(this.#settings.now())
    if (period !== this.#period) {
      this.#providers.clear()
      this.#period = period
    }
    const name = client ?? ''
    const known = this.#providers.get(name)
    if (known !== undefined) return known
    const made = makeProvider(this.#settings, client, period)
    this.#providers.set(name, made)
    const [oldest] = this.#providers.keys()
    if (this.#providers.size > maxProviders && oldest !== undefined) this.#providers.delete(oldest)
    return made
  }
}

const makeProvider = (settings: BrokerSettings, client: string | undefined, period: number): Provider => {
  const jwks = signingKeysOf(period, settings.keys)
  const cookieSecret = cookieSecretOf(settings.keys)
  const provider = new Provider(settings.issuer, providerConfiguration({ settings, jwks, cookieSecret, client }))
  provider.proxy = (client === undefined ? settings.issuer : settings.originOf(client)).startsWith('https:')
  provider.silent = true
  provider.Client.prototype.redirectUriAllowed = function (uri: string) {
    return isAllowedRedirectUri(uri, accountOfClientId(this.clientId) ?? '', settings.redirects)
  }
  provider.use(endSessionOnRevocation(settings))
  provider.on('server_error', (_ctx, error) => settings.reportFault(error))
  return provider
}

/** Signing out revokes the refresh token. The browser session must end with it, otherwise the next sign-in would be silent. */
const endSessionOnRevocation =
  ({ store }: BrokerSettings) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    const { sessionUid, clientId } = (ctx.oidc?.route === 'revocation' && ctx.oidc.entities.RefreshToken) || {}
    const client = accountOfClientId(clientId)
    if (sessionUid === undefined || client === undefined) return
    const session = await store.findByUid(client, 'Session', sessionUid)
    if (session !== undefined) await store.destroy(client, 'Session', session.id)
  }
