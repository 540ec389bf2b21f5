import type { Settings } from '../../platform/settings/index.ts'
import { providerClient } from '../accounts/index.ts'

/** The callers that a host serves: the provider's staff, customers' people, or programs (handsets, client apps, servers). */
export type Audience = 'staff' | 'customers' | 'programs'

export type Origins = Pick<Settings, 'origin' | 'adminOrigin' | 'clientOrigin'>

/** Which portal an account's people use. */
export const audienceOf = (client: string): 'staff' | 'customers' => (client === providerClient ? 'staff' : 'customers')

/** The origin of the portal for the people of an account. */
export const portalOriginOf = ({ adminOrigin, clientOrigin }: Origins, client: string): string =>
  audienceOf(client) === 'staff' ? adminOrigin : clientOrigin

const everybody: ReadonlySet<Audience> = new Set(['staff', 'customers', 'programs'])
const nobody: ReadonlySet<Audience> = new Set()

/**
 * Returns a function that maps a Host header to the audiences that the host serves. With one origin, any name serves
 * everybody, because probes and proxies may use other names. With several origins, an unknown name serves nobody.
 */
export const audiencesByHost = ({ origin, adminOrigin, clientOrigin }: Origins) => {
  const audiences = new Map<string, Set<Audience>>()
  const add = (at: string, audience: Audience) => {
    for (const name of namesOf(new URL(at))) audiences.set(name, (audiences.get(name) ?? new Set()).add(audience))
  }
  add(origin, 'programs')
  add(adminOrigin, 'staff')
  add(clientOrigin, 'customers')
  const isOne = adminOrigin === origin && clientOrigin === origin
  return (host: string): ReadonlySet<Audience> => (isOne ? everybody : (audiences.get(host.toLowerCase()) ?? nobody))
}

/** The forms that a Host header can have: proxies add the port that browsers leave out. */
const namesOf = ({ protocol, host, port }: URL): string[] =>
  port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
