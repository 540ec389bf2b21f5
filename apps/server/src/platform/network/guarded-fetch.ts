import { isIP } from 'node:net'
import { Agent, fetch as fetchThrough } from 'undici'
import { assertAllowedAddress, ForbiddenAddress, type GuardOptions, guardedLookup } from './guarded-lookup.ts'

const timeoutMs = 10_000
const maxBodyBytes = 1_048_576

/**
 * A `fetch` for URLs that customers choose (issuer, jwks_uri): https only, and never to an address that is not public. Each
 * name is resolved once and the connection uses the checked address, so that a second DNS answer changes nothing. Redirects
 * are returned, not followed. Responses may have 1 MiB and take 10 s.
 * @throws ForbiddenAddress
 */
export const guardedFetch = (options: GuardOptions): typeof fetch => {
  // No pipelining means no kept connections: every request has its address checked.
  const dispatcher = new Agent({ pipelining: 0, connect: { lookup: guardedLookup(options) } })
  return async (input, init) => {
    const request = new Request(input, init)
    assertAllowedUrl(new URL(request.url), options)
    const { method, headers } = request
    const body = await request.arrayBuffer()
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await fetchThrough(request.url, {
        method,
        headers: [...headers],
        body: body.byteLength > 0 ? body : null,
        redirect: 'manual',
        signal,
        dispatcher,
      })
      return new Response(await readBounded(response), { status: response.status, headers: [...response.headers] })
    } catch (error) {
      // `fetch` wraps what went wrong in a TypeError that says 'fetch failed'.
      throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error
    }
  }
}

const assertAllowedUrl = (url: URL, { allowPrivateAddresses }: GuardOptions): void => {
  if (url.protocol !== 'https:' && !allowPrivateAddresses) throw new ForbiddenAddress('only https is allowed')
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('no credentials in addresses')
  if (url.port === '0') throw new ForbiddenAddress('nothing listens on port 0')
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // A literal address is not looked up.
  if (isIP(hostname)) assertAllowedAddress(hostname, { allowPrivateAddresses })
}

/** Counts what the response holds once decompressed. */
const readBounded = async (response: Awaited<ReturnType<typeof fetchThrough>>): Promise<Buffer<ArrayBuffer> | null> => {
  if (response.body === null) return null
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBodyBytes) throw new Error(`the answer is longer than ${maxBodyBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
