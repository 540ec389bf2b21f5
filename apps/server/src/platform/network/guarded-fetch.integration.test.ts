import type { LookupAddress } from 'node:dns'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../../test/loopback-broker.ts'
import { addressProblem } from './address-problem.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { ForbiddenAddress } from './guarded-lookup.ts'
import { isPublicAddress } from './public-address.ts'

let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  server = await listen()
  server.serve(async (request, response) => {
    if (request.url === '/redirect') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (request.url === '/endless') return Readable.from(endless()).pipe(response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ host: request.headers.host, body: Buffer.concat(chunks).toString() }))
  })
})
afterAll(() => server.close())

function* endless() {
  for (;;) yield 'x'.repeat(65_536)
}

const resolvesTo =
  (...addresses: string[]) =>
  async (): Promise<LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('addresses that customers may name', () => {
  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.16.0.1'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::1'],
    ['::'],
    ['fe80::1'],
    ['fd00::1'],
    ['ff02::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['::a9fe:a9fe'],
    ['::ffff:a9fe:a9fe'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['not an address'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([['93.184.215.14'], ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'], ['::ffff:93.184.215.14']])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    ['plain http', 'http://issuer.example/'],
    ['a literal loopback address', 'https://127.0.0.1/'],
    ['a short form of the loopback address', 'https://127.1/'],
    ['the decimal form of the loopback address', 'https://2130706433/'],
    ['the octal form of the loopback address', 'https://0177.0.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv4 within IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['IPv4 that is compatible with IPv6', 'https://[::127.0.0.1]/'],
    ['port 0', 'https://issuer.example:0/'],
    ['cloud metadata', 'https://169.254.169.254/latest/meta-data'],
    ['credentials', 'https://user@issuer.example/'],
  ])('refuses %s', async (_what, address) => {
    const guarded = guardedFetch({ allowPrivateAddresses: false, resolve: resolvesTo('93.184.215.14') })
    await expect(guarded(address)).rejects.toSatisfy(
      (error) => error instanceof ForbiddenAddress || error instanceof TypeError,
    )
  })

  test('refuses a name when any of its addresses is private', async () => {
    const guarded = guardedFetch({ allowPrivateAddresses: false, resolve: resolvesTo('93.184.215.14', '10.0.0.7') })
    await expect(guarded('https://issuer.example/')).rejects.toThrow(ForbiddenAddress)
  })
})

test('addresses that can never be fetched are refused when they are entered', () => {
  const problemOf = (address: string) => addressProblem(address, { allowPrivateAddresses: false })
  expect(problemOf('https://issuer.example:8443/keys')).toBeNull()
  expect(problemOf('https://[::127.0.0.1]/')).toBe('Must be a public address.')
  expect(problemOf('https://issuer.example:0/')).toBe('Must not have the port 0.')
})

describe('a request', () => {
  test('connects to the checked address, and resolves the name once', async () => {
    const { port } = new URL(server.origin)
    let asked = 0
    const guarded = guardedFetch({
      allowPrivateAddresses: true,
      resolve: async () => {
        asked += 1
        return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
      },
    })
    const answer = await guarded(`http://issuer.example:${port}/token`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b c' }),
    })
    expect(await answer.json()).toEqual({ host: `issuer.example:${port}`, body: 'a=b+c' })
    expect(asked).toBe(1)
  })

  test('returns redirects instead of following them', async () => {
    const answer = await guardedFetch({ allowPrivateAddresses: true })(`${server.origin}/redirect`)
    expect(answer.status).toBe(302)
  })

  test('stops when the answer is too long', async () => {
    await expect(guardedFetch({ allowPrivateAddresses: true })(`${server.origin}/endless`)).rejects.toThrow(
      'longer than',
    )
  })
})
