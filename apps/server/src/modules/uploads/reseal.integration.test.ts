import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { headerBytes, segmentBytes } from '@holdfast/custody'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeviceServer, type Recording, type TestDevice } from '../../../test/device-server.ts'
import { wav } from '../../../test/media-fixtures.ts'
import { storedBytes } from '../../../test/stored-content.ts'
import { processingJobs } from '../processing/index.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const process = async (payload_reference: string): Promise<void> => {
  const job = processingJobs.find(({ definition }) => definition.name === 'process_payload')
  const context = { platform: server.platform, attempt: 1, signal: new AbortController().signal }
  await job?.handle(context, { client: server.client, payload_reference } as never)
}

/** The same recording under a new seal, as a handset seals it when the first one was wrong. */
const sealedAgain = async ({ registration }: Recording, content: Uint8Array): Promise<Recording> => {
  const { payload_reference, sequence, payload_type, payload_time } = registration
  const again = await server.record(device, content, { payload_type, payload_time, payload_reference })
  return { ...again, registration: { ...again.registration, sequence } }
}

/** Registers and uploads a recording with the wrapped key of another one, so that it does not open. */
const failed = async (content: Uint8Array): Promise<Recording> => {
  const recording = await server.record(device, content)
  const { key_id, encrypted_dek } = (await server.record(device, content)).registration
  const wrong = { ...recording, registration: { ...recording.registration, key_id, encrypted_dek } }
  await device.register(wrong.registration)
  await device.upload(wrong.registration.payload_reference, 0, wrong.sealed)
  await process(wrong.registration.payload_reference)
  expect(await server.payload(wrong.registration.payload_reference)).toMatchObject({ payload_state: 'Failed' })
  return wrong
}

const formerSeals = (payload_reference: string) =>
  server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('former_seals')
      .select(['checksum', 'failure', 's3_path', 'sealed'])
      .where('client', '=', tx.client)
      .where('payload_reference', '=', payload_reference)
      .orderBy('place')
      .execute(),
  )

describe('a recording that does not open', () => {
  for (const [kind, content] of [
    ['in the table', wav(0.1)],
    ['an object', wav(3)],
  ] as const) {
    it(`is replaced by one with a new seal, and kept as it failed (${kind})`, async () => {
      const first = await failed(content)
      const { payload_reference } = first.registration
      const again = await sealedAgain(first, content)
      expect(await device.register(again.registration)).toMatchObject([{ result: 'registered', upload_offset: 0 }])
      expect(await device.register(again.registration)).toMatchObject([{ result: 'known', upload_offset: 0 }])
      expect(await device.upload(payload_reference, 0, again.sealed)).toMatchObject({ status: 204 })
      expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Uploaded', failure: null })
      expect(await storedBytes(server.platform, server.client, payload_reference)).toEqual(Buffer.from(again.sealed))
      const [kept, ...others] = await formerSeals(payload_reference)
      expect(others).toEqual([])
      expect(kept).toMatchObject({ checksum: first.registration.checksum, failure: expect.any(String) })
      const bytes = kept?.sealed ?? (await buffer(await server.platform.objects.get(kept?.s3_path ?? '')))
      expect(bytes).toEqual(Buffer.from(first.sealed))
      expect((await server.custody(payload_reference)).slice(-2)).toEqual(['payload.resealed', 'payload.uploaded'])
    })
  }

  it('can be registered again with its bytes', async () => {
    const first = await failed(wav(0.1))
    const again = await sealedAgain(first, wav(0.1))
    const content = Buffer.from(again.sealed).toString('base64')
    expect(await device.register({ ...again.registration, content })).toMatchObject([{ result: 'uploaded' }])
    expect((await server.payload(first.registration.payload_reference)).payload_state).toBe('Uploaded')
  })

  it('is not given back its former seal by a request that was under way for long', async () => {
    const first = await failed(wav(0.1))
    const again = await sealedAgain(first, wav(0.1))
    await device.register(again.registration)
    expect(await device.register(first.registration)).toMatchObject([{ result: 'refused', code: 'payload.conflict' }])
    expect((await server.payload(first.registration.payload_reference)).checksum).toBe(again.registration.checksum)
  })

  it('takes a new seal once when it is sent many times at once', async () => {
    const first = await failed(wav(0.1))
    const again = await sealedAgain(first, wav(0.1))
    const content = Buffer.from(again.sealed).toString('base64')
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => device.register({ ...again.registration, content })),
    )
    expect(new Set(outcomes.flat().map(({ result }) => result))).not.toContain('refused')
    expect(await formerSeals(first.registration.payload_reference)).toHaveLength(1)
  })
})

describe('a recording that was registered with a wrong checksum', () => {
  it('is taken with the right one, also after parts of it arrived', async () => {
    const { registration, sealed } = await server.record(device, randomBytes(2 * segmentBytes))
    const { payload_reference, checksum } = registration
    await device.register({ ...registration, checksum: '0'.repeat(64) })
    expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ code: 'payload.checksum_mismatch' })
    expect(await device.upload(payload_reference, 0, sealed.subarray(0, headerBytes))).toMatchObject({ status: 204 })
    expect(await device.register(registration)).toMatchObject([{ result: 'registered', upload_offset: 0 }])
    expect(await device.uploadOffset(payload_reference)).toEqual({ status: 204, offset: 0 })
    expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204 })
    expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Uploaded', checksum })
  })
})

it('refuses a new seal for content that was processed, for other facts, for a foreign key and for nothing', async () => {
  const processed = await server.record(device, wav(0.1))
  await device.register(processed.registration)
  await device.upload(processed.registration.payload_reference, 0, processed.sealed)
  await process(processed.registration.payload_reference)
  const { registration } = await sealedAgain(processed, wav(0.1))
  expect(await device.register(registration)).toMatchObject([{ result: 'refused', code: 'payload.conflict' }])

  const first = await failed(wav(0.1))
  const again = (await sealedAgain(first, wav(0.1))).registration
  const { key_id: _, encrypted_dek: __, iv: ___, checksum: ____, size: _____, ...bare } = again
  expect(await device.register({ ...again, numbers: ['+447700900999'] })).toMatchObject([{ code: 'payload.conflict' }])
  expect(await device.register({ ...again, key_id: 'unknown' })).toMatchObject([{ code: 'payload.unknown_key' }])
  expect(await device.register({ ...bare, payload_state: 'NotRecorded' })).toMatchObject([{ result: 'refused' }])
  const other = await server.addDevice('DEVICE-2')
  expect(await other.register(again)).toMatchObject([{ code: 'payload.conflict' }])
})
