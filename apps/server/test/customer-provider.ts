import type { IncomingMessage } from 'node:http'
import { listen } from './loopback-broker.ts'
import { type IssuerKey, makeKey, signToken } from './loopback-issuer.ts'

export interface CustomerProvider {
  issuer: string
  key: IssuerKey
  /** The person who is signed in there, whoever opens it. */
  person: { sub: string; sid: string }
  close: () => Promise<void>
}

/** A customer's OpenID provider whose key the test has. It signs in `person` without asking, and names their session. */
export const startCustomerProvider = async (client_id: string): Promise<CustomerProvider> => {
  const { origin, serve, close } = await listen()
  const provider = {
    issuer: origin,
    key: await makeKey('customer'),
    person: { sub: 'maria.souza', sid: 'session-1' },
    close,
  }
  let nonce: string | null = null
  serve(async (request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', origin)
    const respond = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/auth') {
      nonce = url.searchParams.get('nonce')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'a-code-of-the-customers-provider')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(303, { location: back.href }).end()
    }
    if (url.pathname === '/token') {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: origin, aud: client_id, iat: now, exp: now + 60, nonce, ...provider.person }
      return respond({ access_token: 'none', token_type: 'Bearer', id_token: await signToken(provider.key, claims) })
    }
    if (url.pathname === '/jwks') return respond({ keys: [provider.key.jwk] })
    return respond({
      issuer: origin,
      jwks_uri: `${origin}/jwks`,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['ES256'],
    })
  })
  return provider
}
