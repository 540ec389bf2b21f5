import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { calls, fullPath } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { head, type RawAnswer, rawRequest } from '../setup/raw-request.ts'

/** Invalid HTTP, and JSON and paths whose values cannot be stored, are refused with an error of the usual form. */

let account: AccountWithHandsets
let token: string
let person: string
beforeAll(async () => {
  account = await AccountWithHandsets.open({}, ['gps'])
  token = (await account.verified('ODD-1')).access_token
  person = await account.server.signIn('northwind', { user_reference: 'boss', roles: ['Account Administrator'] })
})
afterAll(() => account.close())

const send = (...pieces: (string | Uint8Array)[]) => rawRequest(account.server.origin, ...pieces)

const expectRefusal = ({ status, headers, body }: RawAnswer, expected: [status: number, code: string]) => {
  const { error_code, code, message } = JSON.parse(body) as Record<string, unknown>
  expect([status, code]).toEqual(expected)
  expect([error_code, typeof message]).toEqual([expected[0], 'string'])
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-powered-by')).toBeUndefined()
}

const statuses = fullPath(calls.readPayloadStatuses)
const bearer = () => ({ authorization: `Bearer ${token}` })

describe('invalid HTTP is refused', () => {
  it.each<[string, string, [number, string]]>([
    ['a method that does not exist', head('BREW /', {}), [400, 'request.malformed']],
    ['CONNECT', head('CONNECT example.com:443', {}), [405, 'request.method_not_allowed']],
    ['an address that is not UTF-8', head('GET /api/%ff', {}), [400, 'request.malformed']],
    ['half an escape', head('GET /api/%e', {}), [400, 'request.malformed']],
    ['a very long address', head(`GET ${statuses}/${'a'.repeat(3_000)}`, {}), [404, 'request.unknown_call']],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', [400, 'request.malformed']],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [400, 'request.malformed']],
    ['an expectation', head('GET /', { expect: 'the-unexpected' }), [417, 'request.expectation_failed']],
    ['headers beyond the limit', head('GET /', { x: 'a'.repeat(70_000) }), [431, 'request.headers_too_large']],
    ['a length that is not a number', head('POST /', { 'content-length': 'ten' }), [400, 'request.malformed']],
    [
      'both a length and chunks',
      head('POST /', { 'content-length': '2', 'transfer-encoding': 'chunked' }),
      [400, 'request.malformed'],
    ],
    ['no HTTP at all', 'hello\r\n\r\n', [400, 'request.malformed']],
  ])('%s', async (_what, text, expected) => {
    expectRefusal(await send(text), expected)
  })
})

describe('a caller who waits with the body (Expect: 100-continue)', () => {
  /** The status of the answer, and whether the body was invited before. */
  const sendWhenInvited = async (call: string, headers: Record<string, string>, body: string) => {
    const [method = '', path = ''] = call.split(' ')
    const request = httpRequest(new URL(path, account.server.origin), {
      method,
      headers: { expect: '100-continue', ...headers },
    })
    let isInvited = false
    request.once('continue', () => {
      isInvited = true
      request.end(body)
    })
    request.flushHeaders()
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    const text = await textOf(answer)
    request.destroy()
    return { status: answer.statusCode, code: (JSON.parse(text || '{}') as { code?: string }).code, isInvited }
  }
  const json = (length: number) => ({ 'content-type': 'application/json', 'content-length': String(length) })
  const asked = JSON.stringify({ payload_references: [newId(new Date())] })

  it('is invited to send one that is read', async () => {
    const answer = await sendWhenInvited(`POST ${statuses}`, { ...bearer(), ...json(asked.length) }, asked)
    expect(answer).toMatchObject({ status: 200, isInvited: true })
  })

  it('is refused without it where its length or the caller already decide', async () => {
    const long = { status: 413, code: 'request.too_large', isInvited: false }
    expect(await sendWhenInvited(`POST ${statuses}`, { ...bearer(), ...json(1e9) }, '')).toEqual(long)
    const nobody = await sendWhenInvited(`POST ${statuses}`, json(asked.length), asked)
    expect(nobody).toMatchObject({ status: 401, isInvited: false })
    const upload = {
      ...bearer(),
      'content-type': 'application/octet-stream',
      'content-length': '1000000000',
      'upload-offset': '0',
      'content-digest': `sha-256=:${'A'.repeat(43)}=:`,
    }
    const path = fullPath(calls.uploadContent).replace('{payload_reference}', newId(new Date()))
    expect(await sendWhenInvited(`PATCH ${path}`, upload, '')).toEqual(long)
  })

  it('is invited by the identity provider, which reads its bodies itself', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '3' }
    expect(await sendWhenInvited('POST /identity/token', form, 'a=b')).toMatchObject({ isInvited: true })
  })
})

describe('a body is refused', () => {
  const body = (text: string | Uint8Array, type = 'application/json') => [
    head(`POST ${statuses}`, { ...bearer(), 'content-type': type, 'content-length': String(text.length) }),
    text,
  ]

  it.each<[string, string | Uint8Array]>([
    ['with half of its JSON', '{"payload_references":'],
    ['with bytes that are not UTF-8', Buffer.from('{"payload_references":["\xff"]}', 'latin1')],
    ['with half a UTF-8 character', Buffer.from('{"payload_references":["\xe2\x82"]}', 'latin1')],
    ['__proto__', '{"__proto__":{"a":1}}'],
    ['nothing', ''],
  ])('%s', async (_what, text) => {
    expectRefusal(await send(...body(text)), [400, 'request.malformed'])
  })

  it('of another type', async () => {
    expectRefusal(await send(...body('a=b', 'application/x-www-form-urlencoded')), [400, 'request.malformed'])
    expectRefusal(await send(...body('{}', 'text/plain')), [400, 'request.malformed'])
  })
})

describe('values that cannot be stored are refused', () => {
  const put = (description: string) =>
    send(
      head('PUT /api/admin/v1/northwind/tags/Desk', {
        authorization: `Bearer ${person}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(description)),
      }),
      description,
    )

  it.each([
    ['Infinity', '{"version":1e999}'],
    ['2^53 + 1', '{"version":9007199254740993}'],
    ['half a surrogate pair', '{"version":null,"tag_description":"\\ud800"}'],
    ['U+0000', '{"version":null,"tag_description":"\\u0000"}'],
    ['a name with U+0000', '{"version":null,"\\u0000":1}'],
  ])('%s in a body', async (_what, text) => {
    const { status, body } = await put(text)
    expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ error_code: 400 })])
  })

  it.each(['filter[groups][0]=%00', 'filter[groups][0]=%ff', 'filter[groups][0]=%ed%a0%80', 'limit=1e999', 'limit=%'])(
    '%s in a query',
    async (query) => {
      const answer = await send(
        head(`GET /api/client/v1/northwind/payloads?${query}`, { authorization: `Bearer ${person}` }),
      )
      expect([answer.status, JSON.parse(answer.body)]).toEqual([400, expect.objectContaining({ error_code: 400 })])
    },
  )

  it('U+0000 in a path', async () => {
    const answer = await send(
      head('GET /api/admin/v1/northwind/account/groups/%00', { authorization: `Bearer ${person}` }),
    )
    expect([400, 403, 404]).toContain(answer.status)
    expect(JSON.parse(answer.body)).toMatchObject({ error_code: answer.status })
  })

  it('in a number that a handset sends, together with its item only', async () => {
    const position = (gps: string, altitude: string) =>
      `{"gps_reference":"${gps.repeat(26)}","accuracy":null,"altitude":${altitude},"latitude":1,"longitude":1,"timestamp":"2026-01-05T10:00:00Z","timezone":"UTC","provider":null}`
    const list = ['1e999', '9007199254740993', '12.5'].map((altitude, at) => position(String(at), altitude))
    const text = `{"positions":[${list.join()}]}`
    const headers = { ...bearer(), 'content-type': 'application/json', 'content-length': String(text.length) }
    const answer = await send(head(`POST ${fullPath(calls.receivePositions)}`, headers), text)
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      200,
      { received: 1, refused: [{ index: 0 }, { index: 1 }] },
    ])
  })
})
