import { type LookupAddress, lookup } from 'node:dns'
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface GuardedFetchOptions {
  /** Allows plain http and addresses that are not public: development and tests only. */
  allowPrivateAddresses: boolean
  /** Resolves a name to all its addresses. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>
}

/** An address to which customers' settings must not lead the server. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

const timeoutMs = 10_000
const maxBodyBytes = 1_048_576

/**
 * A `fetch` for URLs that customers choose (issuer, jwks_uri): https only, and never to an address that is not public. Each
 * name is resolved once and the connection uses the checked address, so that a second DNS answer changes nothing. Redirects
 * are returned, not followed. Responses may have 1 MiB and take 10 s.
 * @throws ForbiddenAddress
 */
export const guardedFetch =
  ({ allowPrivateAddresses, resolve = resolveAll }: GuardedFetchOptions): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.protocol !== 'https:' && !allowPrivateAddresses) throw new ForbiddenAddress('only https is allowed')
    if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('no credentials in addresses')
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const addresses = isIP(hostname) ? [{ address: hostname, family: isIP(hostname) }] : await resolve(hostname)
    if (addresses.length === 0) throw new ForbiddenAddress('the name has no address')
    if (!allowPrivateAddresses && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw new ForbiddenAddress('the address is not public')
    }
    return send(request, url, addresses)
  }

const resolveAll = (hostname: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

const send = async (request: Request, url: URL, addresses: LookupAddress[]): Promise<Response> => {
  const body = Buffer.from(await request.arrayBuffer())
  const options: RequestOptions = {
    method: request.method,
    headers: {
      ...Object.fromEntries(request.headers),
      'accept-encoding': 'identity',
      ...(body.length > 0 ? { 'content-length': body.length } : {}),
    },
    agent: false,
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]),
    lookup: (_hostname, { all }, done) => {
      const [first] = addresses
      if (all) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    },
  }
  const outgoing = url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
  const answer = await answerTo(outgoing, body)
  const bytes = await readBounded(answer)
  const hasNoBody = [204, 205, 304].includes(answer.statusCode ?? 0)
  return new Response(hasNoBody ? null : bytes, { status: answer.statusCode ?? 502, headers: headersOf(answer) })
}

const answerTo = (outgoing: ClientRequest, body: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject).end(body)
  })

const readBounded = async (answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new Error(`the answer is longer than ${maxBodyBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}
