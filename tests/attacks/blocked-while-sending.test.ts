import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultBodyTimeouts } from '../../apps/server/src/platform/http/body-timeout.ts'
import { DeviceServer, type TestDevice } from '../../apps/server/test/device-server.ts'

/**
 * Handsets that are blocked while the body of their call arrives: the server checks each caller again after the body.
 */

let server: DeviceServer
let onQuery = (_query: string): void => {}
beforeAll(async () => {
  const bodyTimeouts = { ...defaultBodyTimeouts, readmitAfterMs: -1 }
  server = await DeviceServer.start({ bodyTimeouts, onQuery: (query) => onQuery(query) })
})
afterAll(() => server?.stop())

const setBlock = (device_reference: string, is_blocked: boolean) =>
  server.platform.database.transaction(server.client, (tx) =>
    tx.db
      .updateTable('devices')
      .set({ is_blocked })
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .execute(),
  )

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array
  /** Part of a query that the server runs after it has admitted the caller. */
  reads: string
}

/** Sends half of the body, blocks the handset once it is admitted, then sends the rest. */
const sendWhileBlocked = async (device: TestDevice, { method, path, headers, body, reads }: Sent) => {
  const { promise: admitted, resolve } = Promise.withResolvers<void>()
  onQuery = (query) => {
    if (query.includes(reads)) resolve()
  }
  const half = Math.floor(body.length / 2)
  const authorization = `Bearer ${device.access_token}`
  const sending = request(`${device.base}${path}`, {
    method,
    headers: { authorization, 'content-length': body.length, ...headers },
  })
  sending.write(body.subarray(0, half))
  await admitted
  await setBlock(device.device_reference, true)
  sending.end(body.subarray(half))
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const { code } = JSON.parse(await text(answer))
  await setBlock(device.device_reference, false)
  return [answer.statusCode, code]
}

it('a part of a recording is refused when its handset is blocked while sending it', async () => {
  const device = await server.addDevice('SENDING-1')
  const { registration, sealed } = await server.record(device, new Uint8Array(3_000))
  await device.register(registration)
  const { payload_reference } = registration
  const refused = await sendWhileBlocked(device, {
    method: 'PATCH',
    path: `/payloads/${payload_reference}/content`,
    headers: {
      'content-type': 'application/octet-stream',
      'upload-offset': '0',
      'content-digest': `sha-256=:${createHash('sha256').update(sealed).digest('base64')}:`,
    },
    body: sealed,
    reads: '"upload_parts"',
  })
  expect(refused).toEqual([403, 'device.blocked'])
  expect(await server.custody(payload_reference)).not.toContain('payload.uploaded')
  expect((await device.upload(payload_reference, 0, sealed)).status).toBe(204)
})

it('a registration is refused when its handset is blocked while sending it', async () => {
  const device = await server.addDevice('SENDING-2')
  const { registration } = await server.record(device, new Uint8Array(3_000))
  const refused = await sendWhileBlocked(device, {
    method: 'POST',
    path: '/payloads',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ items: [registration] })),
    reads: '"devices" as "device"',
  })
  expect(refused).toEqual([403, 'device.blocked'])
})
