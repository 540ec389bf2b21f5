import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../setup/server.ts'

/** Requests that no portal and no handset makes get a clear refusal, and the server keeps working. */

let server: TestServer
let token: string
beforeAll(async () => {
  server = await TestServer.start()
  await server.openAccount('acme', ['Equities'])
  const roles = ['Account Administrator', 'Compliance Officer', 'Reviewer', 'Device Manager']
  token = await server.signIn('acme', { user_reference: 'boss', roles })
})
afterAll(() => server.stop())

const payloads = '/api/client/v1/acme/payloads'
const signOut = '/api/admin/v1/acme/session/sign_out'

/** Checks that a refusal has the status and a product code, and reveals nothing internal. */
const refusedWith = async (response: Response, status: number) => {
  const body = await response.text()
  expect([response.status, body]).toEqual([status, expect.stringContaining(`"error_code":${status}`)])
  expect(body).not.toMatch(/\bat .*\.[tj]s|node_modules|stack|Kysely|select |syntax error/i)
  expect(JSON.parse(body)).toMatchObject({ code: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/) })
}

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${signOut}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  })

/** The server's answer to bytes that no HTTP library would send. */
const raw = async (...lines: string[]): Promise<string> => {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  // A server that refuses early closes the connection while the rest is being sent.
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  // events.once would report the reset that may end a refused request as an error of the test.
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

describe('bodies', () => {
  it('larger than the limit are refused', async () => {
    await refusedWith(await post(JSON.stringify({ refresh_token: 'x'.repeat(2_000_000) })), 413)
  })

  it.each([
    ['deep JSON', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
    ['deep arrays', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['half of JSON', '{"refresh_token":'],
    ['not an object', '"text"'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number in place of text', '{"refresh_token":1}'],
    ['an unknown field', '{"is_system":true}'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ])('with %s are refused, and change no prototype', async (_what, body) => {
    await refusedWith(await post(body), 400)
    expect('isAdmin' in {}).toBe(false)
  })

  it('of another type are refused', async () => {
    await refusedWith(await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }), 400)
  })
})

describe('queries', () => {
  it.each([
    '__proto__[isAdmin]=true',
    'constructor[prototype][isAdmin]=true',
    'filter[__proto__][isAdmin]=true',
    'filter[constructor]=1',
    'filter[toString]=1',
    `filter${'[a]'.repeat(2_000)}=1`,
    Array.from({ length: 700 }, (_, at) => `x${at}=1`).join('&'),
    'filter[payload_types][0]=Fax',
    "filter[groups][0]=' or 1=1 --",
    'filter[groups][0]=a%00b',
    'filter[numbers][0]=%0d%0aSet-Cookie:%20a=b',
    'filter[date_from]=yesterday',
    'filter[date_from]=1999-02-31',
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e3',
    'limit[]=1',
    'limit=1&limit=2',
    'last_key[a]=1',
    'query_result_type=everything',
    '%',
    '%ff',
  ])('%s', async (query) => {
    const response = await server.call('GET', `${payloads}?${query}`, { token })
    const body = await response.text()
    expect([200, 400]).toContain(response.status)
    expect(body).not.toMatch(/isAdmin.*true|stack|syntax error/)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect('isAdmin' in {}).toBe(false)
  })
})

describe('paths', () => {
  it.each([
    `${payloads}/..%2f..%2fetc%2fpasswd`,
    `${payloads}/%00`,
    `${payloads}/a%0d%0aSet-Cookie:a=b`,
    `${payloads}/${'a'.repeat(3_000)}`,
    '/api/client/v1/acme%2f..%2fglobex/payloads',
    '/api/client/v1/ACME/payloads',
    '/api/client/v1/__proto__/payloads',
    '/api/client/v1/acme/media/..%2f..%2f..%2fmaster.key',
    '/api/client/v1/acme/payloads/',
    '//api/client/v1/acme/payloads',
    '/assets/..%2f..%2fpackage.json',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
  ])('%s reaches no file and no other account', async (path) => {
    const response = await server.call('GET', path, { token })
    const body = await response.text()
    expect(response.status === 200 ? response.headers.get('content-type') : response.status).not.toBe(500)
    expect(body).not.toMatch(/root:|"dependencies"|node_modules|stack/)
    expect(response.headers.get('set-cookie')).toBeNull()
    if (path.startsWith('/api')) expect([400, 401, 403, 404, 414]).toContain(response.status)
  })
})

describe('the trail', () => {
  it.each(['%00', 'a%00b', '%ed%a0%80', '%F0%9F%92%A3'])('records a call with %s in its parameters', async (odd) => {
    const newest = () =>
      server.api.platform.database.read('acme', (tx) =>
        tx.db
          .selectFrom('user_activities')
          .select(['log_id', 'call', 'status_code'])
          .where('client', '=', 'acme')
          .orderBy('log_id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      )
    const before = await newest()
    const { status } = await server.call('GET', `${payloads}?filter[groups][0]=${odd}&${odd}=${odd}`, { token })
    const after = await newest()
    expect(after.log_id).not.toBe(before.log_id)
    expect(after).toMatchObject({ call: `GET /payloads`, status_code: status })
  })
})

describe('headers', () => {
  it('with two Authorization headers are refused, whatever they contain', async () => {
    const address = `GET ${payloads} HTTP/1.1`
    const bearer = `Authorization: Bearer ${token}`
    for (const other of ['Authorization: Bearer junk', bearer]) {
      for (const order of [
        [bearer, other],
        [other, bearer],
      ]) {
        const answer = await raw(address, 'Host: localhost', 'Connection: close', ...order)
        expect(answer).toMatch(/^HTTP\/1\.1 401 /)
      }
    }
  })

  it('that are huge are refused', async () => {
    const answer = await raw(
      `GET ${payloads} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `X: ${'a'.repeat(100_000)}`,
    )
    // Node closes the connection at once, so the reset can arrive before its answer.
    expect(answer).toMatch(/^(HTTP\/1\.1 431 |$)/)
  })

  it('with two lengths of one body are refused', async () => {
    const answer = await raw(
      `POST ${signOut} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Content-Length: 2',
      'Transfer-Encoding: chunked',
      '',
      '0',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each([payloads, '/api/admin/v1/acme/profile', '/api/nothing', '/'])(
    'of the answer to %s restrict browsers',
    async (path) => {
      const { headers } = await server.call('GET', path, { token })
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
      const policy = headers.get('content-security-policy') ?? ''
      const scripts = policy.split(';').find((directive) => directive.trim().startsWith('script-src '))
      expect(policy).toMatch(/default-src|frame-ancestors/)
      expect(scripts ?? '').not.toMatch(/unsafe-inline|'unsafe-eval'/)
      if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  it('let no other site read answers', async () => {
    const response = await server.call('GET', payloads, { token, headers: { origin: 'https://evil.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('forwarded addresses', () => {
  const addressRecorded = async (at: TestServer, person: string, forged: string): Promise<string | undefined> => {
    const idToken = await at.signIn('acme', { user_reference: person, roles: ['Compliance Officer'] })
    await at.call('GET', payloads, { token: idToken, headers: { 'x-forwarded-for': forged } })
    const row = await at.api.platform.database.read('acme', (tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('user_ip')
        .where('client', '=', 'acme')
        .where('user_id', '=', person)
        .orderBy('log_id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    return row?.user_ip
  }

  it('are ignored', async () => {
    expect(await addressRecorded(server, 'forger', '203.0.113.9')).toBe('127.0.0.1')
  })

  it('are accepted from configured proxies only', async () => {
    const behindProxy = await TestServer.start({ environment: { HOLDFAST_TRUSTED_PROXIES: '127.0.0.0/8' } })
    try {
      await behindProxy.openAccount('acme')
      expect(await addressRecorded(behindProxy, 'visitor', '10.9.9.9, 203.0.113.9')).toBe('203.0.113.9')
    } finally {
      await behindProxy.stop()
    }
  })
})
