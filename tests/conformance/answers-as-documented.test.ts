import { createHash } from 'node:crypto'
import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountUnderAttack, type Playback } from '../attacks/account-under-attack.ts'
import { undocumented } from '../setup/documented-answers.ts'

/**
 * Compares answers of the running server with the OpenAPI document: bytes, ranges, uploads and the event stream. The
 * answers of every call to every kind of caller are compared in every-call.test.ts and in the access matrix.
 */

let account: AccountUnderAttack
let device: string

beforeAll(async () => {
  account = await AccountUnderAttack.start()
  const installed = { client: 'acme', device_reference: 'acme-Equities', installation_id: 'made at the first start' }
  device = (await account.server.api.platform.identity.issueDeviceToken(installed)).access_token
})
afterAll(() => account.stop())

/** Returns the answer, after checking that it has this status and agrees with the document. */
const documented = async (call: CallDeclaration, expected: number, answering: Promise<Response>): Promise<Response> => {
  const response = await answering
  const text = response.ok && call.responseKind !== undefined ? null : await response.text()
  expect([response.status, undocumented(call, response, text)]).toEqual([expected, []])
  return response
}

describe('content', () => {
  let playback: Playback
  beforeAll(async () => {
    playback = await account.requestPlayback(account.tokens.amir, account.recordings.equities)
  })
  const media = (expected: number, headers: Record<string, string> = {}, usedPlayback = playback) =>
    documented(calls.getMedia, expected, account.fetchMedia(usedPlayback, headers))

  it('is sent whole or as a range, and refused outside the range of its bytes', async () => {
    const whole = await media(200)
    expect(whole.headers.get('content-type')).toBe('audio/amr')
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(account.content)
    const { length } = account.content
    const part = await media(206, { range: 'bytes=5-9' })
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${length}`)
    await part.body?.cancel()
    const outside = await media(416, { range: `bytes=${length}-` })
    expect(outside.headers.get('content-range')).toBe(`bytes */${length}`)
  })

  it('is described to HEAD as a whole or as a range, and refused outside of it', async () => {
    const head = (expected: number, headers: Record<string, string> = {}) =>
      documented(
        calls.headMedia,
        expected,
        account.server.call('HEAD', playback.s3_url ?? '', { headers: { cookie: playback.cookie, ...headers } }),
      )
    const { length } = account.content
    expect((await head(200)).headers.get('content-length')).toBe(String(length))
    expect((await head(206, { range: 'bytes=5-9' })).headers.get('content-range')).toBe(`bytes 5-9/${length}`)
    await head(416, { range: `bytes=${length}-` })
  })

  it('is refused to another browser, and its address comes with a cookie', async () => {
    await media(403, {}, { ...playback, cookie: '' })
    const path = `/api/client/v1/acme/payloads/${account.recordings.equities}/data?action=play`
    const answer = documented(
      calls.getPayloadData,
      200,
      account.server.call('GET', path, { token: account.tokens.amir }),
    )
    expect((await answer).headers.getSetCookie().length).toBe(1)
  })
})

describe('an upload', () => {
  const addressOf = (payload_reference: string) =>
    fullPath(calls.uploadContent).replace('{payload_reference}', payload_reference)
  const part = (payload_reference: string, bytes: Buffer, headers: Record<string, string> = {}) =>
    fetch(`${account.server.origin}${addressOf(payload_reference)}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${device}`,
        'content-type': 'application/octet-stream',
        'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
        'upload-offset': '0',
        ...headers,
      },
      body: new Uint8Array(bytes),
    })
  const head = (payload_reference: string) =>
    account.server.call('HEAD', addressOf(payload_reference), { token: device })

  it('reports in Upload-Offset where it continues, also when a part is refused', async () => {
    const { registration, object } = account.handset.record(account.content, 'Call', {
      direction: 'O',
      second_parties: [{ phone_number: '+447700900123' }],
      content_type: 'audio/amr',
    })
    const { payload_reference } = registration
    await account.handset.register(registration)
    const [first, rest] = [object.subarray(0, 100), object.subarray(100)]
    await documented(calls.uploadContent, 400, part(payload_reference, first, { 'content-digest': 'none' }))
    await documented(calls.uploadContent, 204, part(payload_reference, first))
    const offset = await documented(calls.getUploadOffset, 204, head(payload_reference))
    expect(offset.headers.get('upload-offset')).toBe('100')
    const elsewhere = part(payload_reference, rest, { 'upload-offset': '50' })
    expect((await documented(calls.uploadContent, 409, elsewhere)).headers.get('upload-offset')).toBe('100')
    await documented(calls.uploadContent, 204, part(payload_reference, rest, { 'upload-offset': '100' }))
  })

  it('of an unknown recording is refused, for HEAD without a body', async () => {
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    await documented(calls.uploadContent, 404, part(unknown, Buffer.from('bytes')))
    await documented(calls.getUploadOffset, 404, head(unknown))
  })
})

it('GET /events answers with an event stream', async () => {
  const events = account.server.call('GET', '/api/admin/v1/acme/events', { token: account.tokens.boss })
  await (await documented(calls.streamEvents, 200, events)).body?.cancel()
})

it('the document itself can be read from every origin', async () => {
  const response = await account.server.call('GET', '/openapi.json')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { openapi, servers } = (await response.json()) as { openapi: string; servers: { url: string }[] }
  expect({ openapi, servers }).toEqual({ openapi: '3.1.0', servers: [{ url: account.server.origin }] })
})
