import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onboardDeviceUser } from '../../apps/server/src/modules/device-users/index.ts'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { TestServer } from '../setup/server.ts'
import { DocumentHandset, type SealedRecording } from './document-handset.ts'

/** The server is the product's; the handset knows the documents alone. */

const client = 'northwind'
const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }

let server: TestServer
let worker: Worker
let handset: DocumentHandset
let reviewer: string
beforeAll(async () => {
  server = await TestServer.start()
  worker = await startWorker(server.settings)
  const { enrolment_secret } = await server.openAccount(client, ['London'])
  const user = {
    device_user_reference: 'ana.reis',
    group: 'London',
    services: ['calls' as const, 'sms' as const],
    email: 'ana.reis@example.com',
    first_name: 'Ana',
    surname: 'Reis',
  }
  await server.api.platform.database.transaction(client, (tx) => onboardDeviceUser(tx, user, 'test'))
  reviewer = await server.signIn(client, { user_reference: 'rita', roles: ['Reviewer'] })
  handset = new DocumentHandset({
    origin: server.origin,
    client,
    enrolment_secret,
    device_reference: 'R58N12ABCDE',
    device_user_reference: 'ana.reis',
    installation_id: 'made at the first start',
  })
  expect(await handset.begin()).toMatchObject({ install_state: 'NewInstall' })
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
})

const processed = (payload_reference: string) =>
  vi.waitUntil(async () => (await handset.status(payload_reference)) === 'processed', {
    timeout: 30_000,
    interval: 100,
  })

/** What a reviewer hears: the bytes that the address of the recording gives to the browser that asked for it. */
const played = async ({ registration }: SealedRecording): Promise<Buffer> => {
  const path = `/api/client/v1/${client}/payloads/${registration.payload_reference}/data?action=play`
  const handedOut = await server.call('GET', path, { token: reviewer })
  const { s3_url, status } = (await handedOut.json()) as { s3_url: string; status: string }
  expect(status).toBe('Ok')
  const cookie = handedOut.headers.getSetCookie().map((set) => set.split(';')[0])
  const response = await server.call('GET', s3_url, { headers: { cookie: cookie.join('; ') } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('a handset written from the documents', () => {
  it('uploads a call in parts, and the call plays', async () => {
    const content = await readFile(new URL('../../media/calls/03-en-reference-spelled.m4a', import.meta.url))
    const recording = handset.record(content, 'Call', { ...call, content_type: 'audio/mp4' })
    const { payload_reference, size } = recording.registration
    const partBytes = Math.ceil(size / 3)

    expect(await handset.status(payload_reference)).toBe('not_found')
    expect(await handset.register(recording.registration)).toMatchObject({ result: 'registered', upload_offset: 0 })
    expect(await handset.uploadPart(recording, 0, partBytes)).toBe(partBytes)
    // As if the answer had been lost: asking, registering and sending again all lead on.
    expect(await handset.uploadOffset(payload_reference)).toBe(partBytes)
    expect(await handset.register(recording.registration)).toMatchObject({ result: 'known', upload_offset: partBytes })
    expect(await handset.uploadPart(recording, 0, partBytes)).toBe(partBytes)
    expect(await handset.status(payload_reference)).toBe('pending')
    for (let offset = partBytes; offset < size; ) offset = await handset.uploadPart(recording, offset, partBytes)

    await processed(payload_reference)
    expect((await played(recording)).equals(content)).toBe(true)
  })

  it('sends a small recording with its registration', async () => {
    const content = await readFile(new URL('../../media/calls/04-en-busy-line.amr', import.meta.url))
    const recording = handset.record(content, 'Call', { ...call, content_type: 'audio/amr' })
    expect(await handset.register(recording.registration, recording.object)).toMatchObject({ result: 'uploaded' })
    await processed(recording.registration.payload_reference)
    expect((await played(recording)).equals(content)).toBe(true)
  })

  it('has the others taken when it is at fault in one', async () => {
    const [good, unsealed, unknown] = [1, 2, 3].map(
      (at) => handset.record(Buffer.from([at]), 'Call', call).registration,
    )
    expect(
      await handset.registerAll({ ...unsealed, iv: 'abc' }, good ?? {}, { ...unknown, colour: 'red' }),
    ).toMatchObject([
      { result: 'refused', code: 'request.invalid' },
      { result: 'registered' },
      { result: 'refused', code: 'request.invalid' },
    ])
    // Once it is right, reference and number are still its own.
    expect(await handset.registerAll(unsealed ?? {}, unknown ?? {})).toMatchObject([
      { result: 'registered' },
      { result: 'registered' },
    ])
  })

  it('goes on with its sequence after a factory reset', async () => {
    const { installed } = handset
    const before = handset.record(Buffer.from('lost with the reset'), 'Call', call)
    await handset.register(before.registration)
    const reset = new DocumentHandset({ ...installed, installation_id: 'made after the reset' })
    expect(await reset.begin()).toMatchObject({ install_state: 'FactoryReset' })
    const after = reset.record(Buffer.from('recorded anew'), 'Call', call)
    expect(after.registration.sequence).toBe(Number(before.registration.sequence) + 1)
    expect(await reset.register(after.registration)).toMatchObject({ result: 'registered' })
    handset = reset
    await vi.waitUntil(async () => (await reset.status(before.registration.payload_reference)) === 'failed', {
      timeout: 30_000,
      interval: 100,
    })
  })
})
