import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { exportJWK } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'
import { recordAdapter } from '../src/core/identity/broker/record-adapter.ts'
import { type IssuerKey, makeKey } from './loopback-issuer.ts'
import { MemoryBrokerStore } from './memory-stores.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

const program = { client_id: 'archiver', client_secret: 'a secret of the program, not of Holdfast' }

/**
 * An OpenID provider of a customer: oidc-provider over https, which issues access tokens (RFC 9068) to programs by client
 * credentials. The test has its keys, too, so that it can sign what no honest issuer would.
 */
export class CustomerIssuer {
  readonly issuer: string
  readonly jwks_uri: string
  readonly close: () => Promise<void>
  /** The key that signs now. */
  key: IssuerKey
  keyFetches = 0
  /** Handles requests for keys in place of the provider. */
  answerKeys: Handler | null = null
  #handle: Handler = (_request, response) => response.writeHead(503).end()

  private constructor(origin: string, key: IssuerKey, close: () => Promise<void>) {
    this.issuer = origin
    this.jwks_uri = `${origin}/jwks`
    this.key = key
    this.close = close
    this.publish(key)
  }

  static async start(alg: 'ES256' | 'RS256' | 'EdDSA' = 'ES256'): Promise<CustomerIssuer> {
    const certificate = selfSignedCertificate()
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
    const key = await makeKey('first', alg)
    let issuer: CustomerIssuer | undefined
    const server = createServer(certificate, (request, response) => issuer?.answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    issuer = new CustomerIssuer(`https://127.0.0.1:${port}`, key, close)
    return issuer
  }

  /** Signs with the first of these keys from now on, and publishes all of them. */
  publish(key: IssuerKey, ...others: IssuerKey[]): void {
    this.key = key
    const ready = providerWith(this.issuer, [key, ...others])
    this.#handle = async (request, response) => (await ready)(request, response)
  }

  /** Requests a token as the customer's program does. */
  async token(audience: string): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience, ...program }),
    })
    const { access_token } = (await response.json()) as { access_token?: string }
    if (!access_token) throw new Error(`no token: ${response.status}`)
    return access_token
  }

  private answer(request: IncomingMessage, response: ServerResponse): unknown {
    if (request.url !== '/jwks') return this.#handle(request, response)
    this.keyFetches += 1
    return (this.answerKeys ?? this.#handle)(request, response)
  }
}

const providerWith = async (issuer: string, keys: readonly IssuerKey[]): Promise<Handler> => {
  const jwks = await Promise.all(
    keys.map(async ({ privateKey, kid, alg }) => ({ ...(await exportJWK(privateKey)), kid, alg, use: 'sig' })),
  )
  const [first] = keys
  return new Provider(issuer, configurationWith(jwks, first?.alg ?? 'ES256')).callback()
}

const configurationWith = (keys: object[], alg: string): Configuration => ({
  jwks: { keys },
  adapter: (model) =>
    recordAdapter(model, { store: new MemoryBrokerStore(), now: () => new Date(), client: () => 'acme' }),
  ttl: { ClientCredentials: 300 },
  clients: [
    {
      ...program,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: alg as 'ES256',
    },
  ],
  enabledJWA: { idTokenSigningAlgValues: ['ES256', 'EdDSA', 'RS256'] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_ctx, audience) => ({
        scope: '',
        audience,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: alg as 'ES256' } },
      }),
    },
  },
})
