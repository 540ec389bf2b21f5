import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import { listen } from './loopback-broker.ts'

/** A key of the issuer, with the name under which it is published. */
export interface IssuerKey {
  kid: string
  alg: string
  privateKey: KeyObject
  jwk: JWK
}

export const makeKey = async (kid: string, alg: 'ES256' | 'EdDSA' | 'RS256' = 'ES256'): Promise<IssuerKey> => {
  const { privateKey, publicKey } = {
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: () => generateKeyPairSync('ed25519'),
    RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  }[alg]()
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

export interface LoopbackIssuer {
  issuer: string
  /** The keys that it publishes now; change them to rotate. */
  published: IssuerKey[]
  /** How often its keys were fetched. */
  keyFetches: () => number
  /** While true, it responds with 503 to everything. */
  setDown: (isDown: boolean) => void
  close: () => Promise<void>
}

/** An issuer whose keys the test has: discovery and keys over HTTP, tokens by `signToken`. */
export const startLoopbackIssuer = async (...published: IssuerKey[]): Promise<LoopbackIssuer> => {
  const { origin, serve, close } = await listen()
  let fetches = 0
  let isDown = false
  const keys = [...published]
  serve((request, response) => {
    if (isDown) return response.writeHead(503).end()
    if (request.url === '/jwks') fetches += 1
    const body =
      request.url === '/jwks'
        ? { keys: keys.map(({ jwk }) => jwk) }
        : {
            issuer: origin,
            jwks_uri: `${origin}/jwks`,
            authorization_endpoint: `${origin}/auth`,
            token_endpoint: `${origin}/token`,
            response_types_supported: ['code'],
          }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return {
    issuer: origin,
    published: keys,
    keyFetches: () => fetches,
    setDown: (value) => {
      isDown = value
    },
    close,
  }
}

/** Signs any claims that a test needs; `undefined` in `claims` leaves a claim out. */
export const signToken = (
  { privateKey, alg, kid }: IssuerKey,
  claims: JWTPayload,
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
