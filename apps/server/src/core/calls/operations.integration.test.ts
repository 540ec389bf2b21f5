import { networkInterfaces } from 'node:os'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../../tests/setup/server.ts'

const token = 'a-token-for-prometheus-alone'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ environment: { HOLDFAST_METRICS_TOKEN: token } })
})
afterAll(() => server.stop())

const metrics = (shown?: string) => server.call('GET', '/metrics', shown === undefined ? {} : { token: shown })

describe('/metrics', () => {
  it('is answered with the token', async () => {
    const answer = await metrics(token)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# TYPE ')])
  })

  it.each([undefined, '', `${token}x`, token.slice(0, -1)])('is refused for %j', async (shown) => {
    const answer = await metrics(shown)
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'auth.required' })])
  })

  it('does not exist when no token is configured, even on the machine itself', async () => {
    const other = await TestServer.start()
    const answer = await other.call('GET', '/metrics')
    await other.stop()
    expect(answer.status).toBe(404)
  })
})

describe('an answer in JSON', () => {
  const encodingOf = async (address: string, accepted: string) => {
    const answer = await server.call('GET', address, { headers: { 'accept-encoding': accepted } })
    await answer.json()
    return answer.headers.get('content-encoding')
  }

  it('is compressed for whoever accepts it', async () => {
    expect(await encodingOf('/openapi.json', 'gzip, br')).toBe('gzip')
    expect(await encodingOf('/openapi.json', 'identity')).toBeNull()
  })

  it('is compressed before it is sent, so that a caller who leaves is no failure', async () => {
    const { headers } = await fetch(`${server.origin}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } })
    expect(Number(headers.get('content-length'))).toBeGreaterThan(10_000)
  })

  it('is sent as it is when it is short', async () => {
    expect(await encodingOf('/readyz', 'gzip')).toBeNull()
  })

  it('is given to a compressed request as to any other that is no JSON', async () => {
    const response = await fetch(`${server.origin}/api/admin/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ reference: 'a' })),
    })
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ error_code: 400 })])
  })
})

const otherAddresses = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)

describe('the server', () => {
  it('listens on the loopback address only by default', async () => {
    const { port } = new URL(server.origin)
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
    for (const address of ['127.0.0.2', ...otherAddresses]) {
      await expect(fetch(`http://${address}:${port}/healthz`)).rejects.toThrow()
    }
  })

  it('listens on the address in HOLDFAST_HOST', async () => {
    const open = await TestServer.start({ environment: { HOLDFAST_HOST: '0.0.0.0' } })
    const { port } = new URL(open.origin)
    const answers = await Promise.all(
      ['127.0.0.2', ...otherAddresses].map((address) => fetch(`http://${address}:${port}/healthz`)),
    )
    await open.stop()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
