import * as oidc from 'openid-client'
import type { BrokerSettings } from './broker-options.ts'
import type { UpstreamProvider } from './stores.ts'

const cacheMs = 10 * 60 * 1000
const timeoutSeconds = 8

interface Known {
  configuration: Promise<oidc.Configuration>
  until: number
}

const known = new WeakMap<BrokerSettings, Map<string, Known>>()

/**
 * The metadata of a customer's provider, cached for ten minutes; failures are not cached. Id tokens are verified with the
 * provider's published keys, even though they come straight from it.
 */
export const discoverUpstream = async (
  settings: BrokerSettings,
  upstream: UpstreamProvider,
): Promise<oidc.Configuration> => {
  const cache = known.get(settings) ?? new Map<string, Known>()
  known.set(settings, cache)
  const key = JSON.stringify(upstream)
  const now = settings.now().getTime()
  const cached = cache.get(key)
  if (cached !== undefined && cached.until > now) return cached.configuration
  const configuration = discover(settings, upstream)
  cache.set(key, { configuration, until: now + cacheMs })
  configuration.catch(() => cache.delete(key))
  return configuration
}

const discover = (settings: BrokerSettings, { issuer, client_id, client_secret }: UpstreamProvider) =>
  oidc.discovery(
    new URL(issuer),
    client_id,
    undefined,
    client_secret === null ? oidc.None() : oidc.ClientSecretPost(client_secret),
    {
      [oidc.customFetch]: settings.upstreamFetch as oidc.CustomFetch,
      timeout: timeoutSeconds,
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(settings.allowInsecureUpstreams ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
