import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { PayloadRegistration } from '@holdfast/contract'
import { importPublicKey, sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeviceServer, type TestDevice } from '../../../test/device-server.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const registration = async (): Promise<PayloadRegistration> =>
  (await server.record(device, randomBytes(100))).registration

/** Sends items as a handset could that was not written against the contract. */
const send = (...items: unknown[]) => device.register(...(items as PayloadRegistration[]))

/** What the trail records for the last call of the device. */
const lastEvents = async (): Promise<unknown> => {
  const [last] = await server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('device_activities')
      .select('events')
      .where('client', '=', tx.client)
      .where('device_reference', '=', device.device_reference)
      .orderBy('log_id', 'desc')
      .limit(1)
      .execute(),
  )
  return last?.events
}

describe('an item that breaks the rule of a field', () => {
  it.each([
    ['a sequence that is not a number', { sequence: 'next' }, '/sequence must be integer'],
    ['an unknown type', { payload_type: 'Fax' }, '/payload_type must be equal'],
    ['an unknown field', { colour: 'red' }, '/colour is not a known field'],
    ['a number with U+0000', { numbers: ['+44\0'] }, '/numbers/0 must not contain control characters'],
    ['no time', { payload_time: undefined }, "must have required property 'payload_time'"],
  ])('with %s is refused, and the other items are registered', async (_what, part, message) => {
    const [first, bad, last] = await Promise.all([registration(), registration(), registration()])
    expect(await send(first, { ...bad, ...part }, last)).toEqual([
      { payload_reference: first.payload_reference, result: 'registered', upload_offset: 0 },
      {
        payload_reference: bad.payload_reference,
        result: 'refused',
        code: 'request.invalid',
        message: expect.stringContaining(message),
      },
      { payload_reference: last.payload_reference, result: 'registered', upload_offset: 0 },
    ])
    expect(await device.statuses(bad.payload_reference)).toEqual(['not_found'])
    expect(await send(bad)).toMatchObject([{ result: 'registered' }])
  })

  it('is answered at its position, even if it is not an object', async () => {
    const good = await registration()
    const refused = { payload_reference: null, result: 'refused', code: 'request.invalid' }
    expect(await send(null, { payload_reference: 'short' }, good, 7, [])).toMatchObject([
      refused,
      refused,
      { payload_reference: good.payload_reference, result: 'registered' },
      refused,
      refused,
    ])
  })

  it('does not excuse a request that is itself invalid', async () => {
    await expect(send()).rejects.toThrow(/^400 .*request\.invalid/)
    await expect(send(...Array.from({ length: 101 }, () => null))).rejects.toThrow(/^400 .*request\.invalid/)
  })
})

describe('the trail', () => {
  it('names each recording that was refused, and why', async () => {
    const [good, unknownKey, malformed] = await Promise.all([registration(), registration(), registration()])
    const long = { payload_reference: 'x'.repeat(300) }
    await send({ ...malformed, size: 1 }, good, { ...unknownKey, key_id: 'A'.repeat(43) }, long, { sequence: 1 })
    expect(await lastEvents()).toEqual([
      { event: 'payload.registered', details: { registered: 1 } },
      {
        event: 'payload.registration_refused',
        details: {
          refused: [
            { payload_reference: malformed.payload_reference, code: 'request.invalid' },
            { payload_reference: unknownKey.payload_reference, code: 'payload.unknown_key' },
            { payload_reference: 'x'.repeat(255), code: 'request.invalid' },
            { payload_reference: null, code: 'request.invalid' },
          ],
        },
      },
    ])
  })

  it('records no registration when all were refused', async () => {
    const payload_reference = ulid()
    await send({ payload_reference })
    expect(await lastEvents()).toEqual([
      {
        event: 'payload.registration_refused',
        details: { refused: [{ payload_reference, code: 'request.invalid' }] },
      },
    ])
  })
})

describe('a recording whose wrapped key cannot be opened', () => {
  it.each([
    ['wrapped for an RSA key', () => Buffer.concat([Buffer.from([1, 2]), randomBytes(256)])],
    ['wrapped for a point off the curve', () => Buffer.concat([Buffer.from([1, 1, 4]), Buffer.alloc(104, 1)])],
  ])('is refused when it is %s, and uses up neither reference nor sequence number', async (_what, wrapping) => {
    const item = await registration()
    const encrypted_dek = wrapping().toString('base64url')
    expect(await send({ ...item, encrypted_dek })).toMatchObject([
      { result: 'refused', code: 'request.invalid', message: expect.stringMatching(/^\/encrypted_dek must be /) },
    ])
    expect(await send(item)).toMatchObject([{ result: 'registered' }])
  })

  it('is refused when a P-256 wrapping names an RSA key', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
    const rsa = await importPublicKey(pem)
    await server.platform.database.transaction(server.client, (tx) =>
      tx.db
        .insertInto('client_keys')
        .values({
          client: tx.client,
          key_id: rsa.key_id,
          algorithm: 'RSA-OAEP-256',
          public_key: pem,
          private_key_wrapped: 'not used',
          is_current: false,
          created_at: tx.now,
        })
        .execute(),
    )
    const item = await registration()
    expect(await send({ ...item, key_id: rsa.key_id })).toMatchObject([
      { result: 'refused', message: '/encrypted_dek must be of RSA-OAEP-256' },
    ])
    const context = { payload_reference: item.payload_reference, payload_type: 'Call', device_reference: 'DEVICE-1' }
    const { content, ...seal } = await sealBytes(randomBytes(100), { ...context, public_key: pem })
    expect(content.length).toBe(seal.size)
    expect(await send({ ...item, ...seal })).toMatchObject([{ result: 'registered' }])
  })

  it.each([
    [
      'a content type of another kind',
      { meta: { second_parties: [{ phone_number: '1' }], content_type: 'image/jpeg' } },
      'Call',
    ],
    ['content of an aborted call', {}, 'AbortedCall'],
    ['content of a blocked call', {}, 'BlockedCall'],
  ])('is refused for %s, too', async (_what, part, payload_type) => {
    const item = await registration()
    expect(await send({ ...item, ...part, payload_type })).toMatchObject([
      { result: 'refused', code: 'request.invalid', message: expect.stringMatching(/holds|NotRecorded/) },
    ])
    expect(await send(item)).toMatchObject([{ result: 'registered' }])
  })
})
