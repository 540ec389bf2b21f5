import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { head, rawRequest } from '../../../../../tests/setup/raw-request.ts'
import { DeviceServer, type TestDevice } from '../../../test/device-server.ts'
import { StorageUnavailable } from '../objects/index.ts'

/** Bodies that do not arrive, sent to a server with short time limits. */

const soon = { idleMs: 300, wholeMs: 300 }

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start({
    bodyTimeouts: { unauthenticated: soon, json: soon, uploads: { idleMs: 300 }, readmitAfterMs: 5_000 },
  })
  device = await server.addDevice('SLOW-1')
})
afterAll(() => server.stop())

const begun = (line: string, headers: Record<string, string>) =>
  rawRequest(device.base, head(line, headers), 'x'.repeat(10))

const json = { 'content-type': 'application/json', 'content-length': '1000' }
const codeOf = ({ status, body }: { status: number; body: string }) => [status, JSON.parse(body).code]

const partHeaders = (sealed: Uint8Array) => ({
  authorization: `Bearer ${device.access_token}`,
  'content-type': 'application/octet-stream',
  'content-length': String(sealed.byteLength),
  'upload-offset': '0',
  'content-digest': `sha-256=:${createHash('sha256').update(sealed).digest('base64')}:`,
})

describe('a body that stops arriving', () => {
  it('is refused without a token before it is complete, and its connection is closed', async () => {
    const answer = await begun('POST /api/device/v1/payloads', json)
    // The second status if the server itself took that long to identify the caller.
    expect([
      [401, 'auth.required'],
      [408, 'request.timeout'],
    ]).toContainEqual(codeOf(answer))
    await answer.closed
  })

  it('for an unknown path ends its connection, too', async () => {
    const answer = await begun('POST /nothing', json)
    expect(codeOf(answer)).toEqual([404, 'request.unknown_call'])
    await answer.closed
  })

  it('from a handset is refused, and recorded on the trail', async () => {
    const authorization = `Bearer ${device.access_token}`
    const answer = await begun('POST /api/device/v1/payloads', { ...json, authorization })
    expect(codeOf(answer)).toEqual([408, 'request.timeout'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    await answer.closed
    expect(await refusalsOf('SLOW-1')).toContain('request.timeout')
  })

  it('with a part of a recording is refused', async () => {
    const { registration, sealed } = await server.record(device, new Uint8Array(3_000))
    await device.register(registration)
    const address = `/api/device/v1/payloads/${registration.payload_reference}/content`
    const answer = await begun(`PATCH ${address}`, partHeaders(sealed))
    expect(codeOf(answer)).toEqual([408, 'request.timeout'])
    await answer.closed
    expect((await device.upload(registration.payload_reference, 0, sealed)).status).toBe(204)
  })
})

it('a body that stops arriving after the store failed ends its connection, and not the process', async () => {
  const { registration, sealed } = await server.record(device, new Uint8Array(50_000))
  await device.register(registration)
  const put = vi.spyOn(server.platform.objects, 'put').mockImplementation(async (_key, content) => {
    for await (const _ of content as AsyncIterable<Uint8Array>) break
    throw new StorageUnavailable('as the test wants')
  })
  onTestFinished(() => put.mockRestore())
  const answer = await rawRequest(
    device.base,
    head(`PATCH /api/device/v1/payloads/${registration.payload_reference}/content`, partHeaders(sealed)),
    sealed.subarray(0, 10_000),
  )
  expect(answer.status).toBe(503)
  await answer.closed
  put.mockRestore()
  expect((await device.upload(registration.payload_reference, 0, sealed)).status).toBe(204)
})

const refusalsOf = async (device_reference: string) => {
  const rows = await server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('device_activities')
      .select('denial_reason')
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .execute(),
  )
  return rows.map((row) => row.denial_reason)
}
