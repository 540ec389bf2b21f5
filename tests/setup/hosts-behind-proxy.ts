import { createHash, randomBytes } from 'node:crypto'
import { CookieBrowser } from '../../apps/server/src/platform/identity/testing/cookie-browser.ts'
import { TestServer } from './server.ts'

export const hosts = {
  programs: 'https://holdfast.example.com',
  staff: 'https://staff.example.com',
  customers: 'https://portal.example.com',
} as const

/** A server whose portals have hosts of their own, behind a proxy that speaks https and says which host was asked. */
export class HostsBehindProxy {
  readonly server: TestServer
  readonly #at: string
  /** Every cookie that was set, as it was set. */
  readonly cookies: { host: string; line: string }[] = []

  private constructor(server: TestServer) {
    this.server = server
    this.#at = `http://127.0.0.1:${server.settings.port}`
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

  /** Asks one of the hosts, or whatever else the address names, as the proxy passes it on. */
  ask = (address: string | URL, { headers, ...init }: RequestInit = {}): Promise<Response> => {
    const { protocol, host, href, origin } = new URL(address)
    return fetch(this.#at + href.slice(origin.length), {
      redirect: 'manual',
      ...init,
      headers: {
        ...(headers as Record<string, string>),
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
      },
    })
  }

  /** A browser that reaches our hosts by the proxy, and everything else as it is. */
  browser(): CookieBrowser {
    return new CookieBrowser({}, async (address, init) => {
      const url = new URL(address as string | URL)
      if (!url.hostname.endsWith('.example.com')) return fetch(url, init)
      const response = await this.ask(url, init)
      for (const line of response.headers.getSetCookie()) this.cookies.push({ host: url.origin, line })
      return response
    })
  }

  /** Where a browser is sent to sign in to an account, and back to with the code. */
  async beginSignIn(client: string, portal: string): Promise<{ url: string; code_verifier: string }> {
    const code_verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const response = await this.ask(`${portal}/api/admin/v1/${client}/url?state=s&code_challenge=${challenge}`)
    if (!response.ok) throw new Error(`url: ${response.status} ${await response.text()}`)
    return { ...((await response.json()) as { url: string }), code_verifier }
  }

  /** Tokens for the code that the browser came back with. */
  exchange(client: string, portal: string, query: Record<string, string>): Promise<Response> {
    return this.ask(`${portal}/api/admin/v1/${client}/exchange?${new URLSearchParams(query)}`)
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
