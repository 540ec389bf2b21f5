import { createHash, randomBytes } from 'node:crypto'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import { TestServer } from './server.ts'

export const hosts = {
  programs: 'https://holdfast.example.com',
  staff: 'https://staff.example.com',
  customers: 'https://portal.example.com',
} as const

/** A server with a host for each portal, as behind a proxy that terminates https and forwards the requested host. */
export class HostsBehindProxy {
  readonly server: TestServer
  readonly #serverOrigin: string
  /** Every Set-Cookie header, with the host that sent it. */
  readonly cookies: { host: string; line: string }[] = []

  private constructor(server: TestServer) {
    this.server = server
    this.#serverOrigin = `http://127.0.0.1:${server.settings.port}`
  }

  static async start(): Promise<HostsBehindProxy> {
    const environment = {
      HOLDFAST_ORIGIN: hosts.programs,
      HOLDFAST_ADMIN_ORIGIN: hosts.staff,
      HOLDFAST_CLIENT_ORIGIN: hosts.customers,
      HOLDFAST_TRUSTED_PROXIES: '127.0.0.1/32',
    }
    return new HostsBehindProxy(await TestServer.start({ environment }))
  }

  /** Sends a request as the proxy would forward it, whichever host the address names. */
  request = (address: string | URL, { headers, ...init }: RequestInit = {}): Promise<Response> => {
    const { protocol, host, href, origin } = new URL(address)
    return fetch(this.#serverOrigin + href.slice(origin.length), {
      redirect: 'manual',
      ...init,
      headers: {
        ...(headers as Record<string, string>),
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
      },
    })
  }

  /** A browser that reaches the product's hosts through the proxy, and all others directly. */
  browser(): CookieBrowser {
    return new CookieBrowser({}, async (address, init) => {
      const url = new URL(address as string | URL)
      if (!url.hostname.endsWith('.example.com')) return fetch(url, init)
      const response = await this.request(url, init)
      for (const line of response.headers.getSetCookie()) this.cookies.push({ host: url.origin, line })
      return response
    })
  }

  /** The address at which a browser signs in to an account and comes back with a code. */
  async beginSignIn(client: string, portal: string): Promise<{ url: string; code_verifier: string }> {
    const code_verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const response = await this.request(`${portal}/api/admin/v1/${client}/url?state=s&code_challenge=${challenge}`)
    if (!response.ok) throw new Error(`url: ${response.status} ${await response.text()}`)
    return { ...((await response.json()) as { url: string }), code_verifier }
  }

  /** Exchanges the code that the browser came back with for tokens. */
  exchange(client: string, portal: string, query: Record<string, string>): Promise<Response> {
    return this.request(`${portal}/api/admin/v1/${client}/exchange?${new URLSearchParams(query)}`)
  }

  async addPerson(client: string, user_reference: string, password: string, roles: string[]): Promise<void> {
    await this.server.api.platform.identity.savePerson(client, {
      user_reference,
      email: `${user_reference}@example.com`,
      name: user_reference,
      roles,
      user_group: null,
      password,
    })
  }
}
