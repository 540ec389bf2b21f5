import { createHash, randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { headerBytes, sealBytes, segmentBytes } from '@holdfast/custody'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Clamd, startClamd } from '../../../../../tests/setup/clamd.ts'
import { waitTimeoutMs } from '../../../../../tests/setup/time-limits.ts'
import { DeviceServer, type Recording, type TestDevice } from '../../../test/device-server.ts'
import { amr, jpeg, mp4, wav } from '../../../test/media-fixtures.ts'
import { replaceStoredBytes } from '../../../test/stored-content.ts'
import { type RunningJobs, runJobs } from '../../platform/jobs/run-jobs.ts'
import { StorageUnavailable } from '../../platform/objects/index.ts'
import { enqueueUnprocessed } from './enqueue-unprocessed.ts'
import { processingJobs } from './index.ts'
import { processPayload } from './process-payload.ts'

/** In two parts, so that no virus scanner reports this source file. */
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

let clamd: Clamd
let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  clamd = await startClamd()
  server = await DeviceServer.start({ scannerUrl: clamd.url })
  device = await server.addDevice('DEVICE-1')
})
afterAll(async () => {
  await server.stop()
  await clamd.stop()
})

const process = (payload_reference: string) =>
  processPayload.handle(
    { platform: server.platform, attempt: 1, signal: new AbortController().signal },
    { client: server.client, payload_reference },
  )

/** Registers and uploads a recording, then processes it. */
const sent = async ({ registration, sealed }: Recording): Promise<string> => {
  const { payload_reference } = registration
  const [outcome] = await device.register(registration)
  expect(outcome).toMatchObject({ result: 'registered' })
  expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204 })
  await process(payload_reference)
  return payload_reference
}

/** Registers these bytes as a handset would have: size and checksum agree with them, whatever else does not. */
const withBytes = ({ registration }: Recording, sealed: Uint8Array): Recording => {
  const checksum = createHash('sha256').update(sealed).digest('hex')
  return { registration: { ...registration, checksum, size: sealed.length }, sealed }
}

describe('a recording that is what it claims', () => {
  it('is processed, with facts about its content, and the handset may delete its copy', async () => {
    const payload_reference = await sent(await server.record(device, wav(3)))
    expect(await server.payload(payload_reference)).toMatchObject({
      payload_state: 'Processed',
      media: { content_type: 'audio/wav', duration_ms: null, size: wav(3).length },
      failure: null,
      processed_at: expect.any(String),
    })
    expect(await server.custody(payload_reference)).toEqual([
      'payload.registered',
      'payload.uploaded',
      'payload.scanning',
      'payload.processed',
    ])
    expect(await device.statuses(payload_reference)).toEqual(['processed'])
    expect(await device.failures(payload_reference)).toEqual([undefined])
    await process(payload_reference)
    expect(await server.custody(payload_reference)).toHaveLength(4)
  })

  it('can be a photograph or a message', async () => {
    const photograph = await sent(await server.record(device, jpeg(640, 480), { payload_type: 'Photo' }))
    expect(await server.payload(photograph)).toMatchObject({
      payload_state: 'Processed',
      media: { content_type: 'image/jpeg', width: 640, height: 480 },
    })
    const attachment = { name: 'a.jpg', media_type: 'image/jpeg', content: jpeg(8, 8).toString('base64') }
    const content = Buffer.from(JSON.stringify({ text: 'Hello', attachments: [attachment] }))
    const message = await sent(await server.record(device, content, { payload_type: 'MMS' }))
    expect((await server.payload(message)).payload_state).toBe('Processed')
  })

  it('need not follow its format to its end', async () => {
    const cut = amr(100).subarray(0, -20)
    for (const content of [
      cut,
      Buffer.concat([amr(10), Buffer.alloc(500)]),
      mp4({ moovFirst: true }).subarray(0, -99),
    ]) {
      const { payload_state } = await server.payload(await sent(await server.record(device, content)))
      expect(payload_state).toBe('Processed')
    }
  })

  it('is processed once when many workers take it at once', async () => {
    const { registration, sealed } = await server.record(device, amr(50))
    await device.register({ ...registration, content: Buffer.from(sealed).toString('base64') })
    await Promise.all(Array.from({ length: 10 }, () => process(registration.payload_reference)))
    expect(await server.custody(registration.payload_reference)).toHaveLength(4)
  })
})

describe('a message with attachments whose sender named another type', () => {
  const sentWith = async (attachments: object[]) =>
    server.payload(
      await sent(
        await server.record(device, Buffer.from(JSON.stringify({ text: 'Look', attachments })), {
          payload_type: 'MMS',
        }),
      ),
    )
  const content = jpeg(8, 8).toString('base64')

  it('is kept: the named type stays, the real type is that of the bytes, and the recording is marked as unusual', async () => {
    const unknown = randomBytes(99).fill(0, 0, 9)
    expect(
      await sentWith([
        { name: 'a.png', media_type: 'image/png', content },
        { content },
        {
          name: 'note\0.exe',
          media_type: 'application/x-msdownload',
          content: Buffer.from('hello').toString('base64'),
        },
        { name: 'b', media_type: 'image/png', content: unknown.toString('base64') },
      ]),
    ).toMatchObject({
      payload_state: 'Processed',
      unusual: ['attachment_label'],
      media: {
        content_type: 'application/json',
        attachments: [
          { name: 'a.png', media_type: 'image/png', content_type: 'image/jpeg', size: jpeg(8, 8).length },
          { name: null, media_type: null, content_type: 'image/jpeg', size: jpeg(8, 8).length },
          { name: 'note\ufffd.exe', media_type: 'application/x-msdownload', content_type: 'text/plain', size: 5 },
          { name: 'b', media_type: 'image/png', content_type: 'application/octet-stream', size: 99 },
        ],
      },
    })
  })

  it('is not marked when the named type is right', async () => {
    const payload = await sentWith([{ name: 'a.jpg', media_type: 'image/jpg', content }])
    expect(payload).toMatchObject({ payload_state: 'Processed', unusual: [] })
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a program', `MZ${'\0'.repeat(600)}`],
  ])('is quarantined with %s, which would run when it is opened', async (_what, active) => {
    const attachment = { name: 'a.jpg', media_type: 'image/jpeg', content: Buffer.from(active).toString('base64') }
    expect(await sentWith([attachment])).toMatchObject({
      payload_state: 'Quarantined',
      failure: expect.stringMatching(/^Attachment 1: /),
    })
  })
})

describe('malware and false types', () => {
  it.each([
    ['EICAR sealed in a call', 'Call', Buffer.concat([wav(1), eicar]), /eicar/i],
    ['EICAR in an attachment of a message', 'MMS', message(eicar), /eicar/i],
    [
      'HTML that claims to be a photograph',
      'Photo',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      /not what a Photo holds/,
    ],
    ['a photograph that claims to be a call', 'Call', jpeg(640, 480), /image\/jpeg/],
    ['no content at all', 'Call', Buffer.alloc(0), /empty/],
  ] as const)('%s is quarantined', async (_, payload_type, content, failure) => {
    const payload_reference = await sent(await server.record(device, content, { payload_type }))
    const payload = await server.payload(payload_reference)
    expect(payload).toMatchObject({ payload_state: 'Quarantined', media: null })
    expect(payload.failure).toMatch(failure)
    expect(await server.custody(payload_reference)).toEqual([
      'payload.registered',
      'payload.uploaded',
      'payload.scanning',
      'payload.quarantined',
    ])
  })
})

function message(attachment: Buffer): Buffer {
  const content = attachment.toString('base64')
  return Buffer.from(JSON.stringify({ text: 'Look', attachments: [{ name: 'a', media_type: 'text/plain', content }] }))
}

describe('a recording that does not open', () => {
  const twoSegments = wav(10)

  it('fails when a bit in any region of the envelope is flipped', async () => {
    expect(twoSegments.length).toBeGreaterThan(segmentBytes)
    const regions = {
      magic: 0,
      version: 4,
      iv: 6,
      commitment: 20,
      'first segment': headerBytes + 10,
      'first tag': headerBytes + segmentBytes + 3,
      'last segment': headerBytes + segmentBytes + 16 + 10,
      'last tag': -1,
    }
    for (const [region, at] of Object.entries(regions)) {
      const recording = await server.record(device, twoSegments)
      const bytes = Buffer.from(recording.sealed)
      const index = at < 0 ? bytes.length + at : at
      bytes[index] = (bytes[index] ?? 0) ^ 1
      const payload_reference = await sent(withBytes(recording, bytes))
      const { payload_state, failure, media } = await server.payload(payload_reference)
      expect({ region, payload_state, media }).toEqual({ region, payload_state: 'Failed', media: null })
      expect(failure).toMatch(/^(malformed|wrong_key|wrong_iv|tampered)$/)
      expect(await server.custody(payload_reference)).toEqual([
        'payload.registered',
        'payload.uploaded',
        'payload.failed',
      ])
    }
  })

  it('fails when it is cut at any place, or has extra bytes', async () => {
    const sealedBytes = (await server.record(device, twoSegments)).sealed.length
    for (const length of [headerBytes + 16, headerBytes + 100, headerBytes + segmentBytes + 16, sealedBytes - 1]) {
      const recording = await server.record(device, twoSegments)
      const payload_reference = await sent(withBytes(recording, recording.sealed.subarray(0, length)))
      expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Failed' })
    }
    const recording = await server.record(device, twoSegments)
    const longer = withBytes(recording, Buffer.concat([recording.sealed, Buffer.alloc(1)]))
    expect(await server.payload(await sent(longer))).toMatchObject({ payload_state: 'Failed', failure: 'tampered' })
  })

  it('fails with the key, iv, type or device of another recording', async () => {
    const other = await server.record(device, twoSegments)
    const { encrypted_dek, iv } = other.registration
    const swap = async (part: object) => {
      const { registration, sealed } = await server.record(device, twoSegments)
      return server.payload(await sent({ registration: { ...registration, ...part }, sealed }))
    }
    expect(await swap({ encrypted_dek })).toMatchObject({ payload_state: 'Failed', failure: 'wrong_key' })
    const wrongIv = await swap({ iv })
    expect(wrongIv).toMatchObject({ payload_state: 'Failed', failure: 'wrong_iv' })
    expect(await device.failures(wrongIv.payload_reference, 'x'.repeat(26))).toEqual(['wrong_iv', undefined])
    expect(await swap({ payload_type: 'Interview', meta: {} })).toMatchObject({ failure: 'tampered' })
    const bound = { payload_reference: other.registration.payload_reference, payload_type: 'Call' }
    const key = await server.platform.database.read(server.client, (tx) =>
      server.platform.clientKeys.currentPublicKey(tx),
    )
    const { content, ...seal } = await sealBytes(twoSegments, {
      ...bound,
      device_reference: 'ANOTHER',
      public_key: key?.public_key ?? '',
    })
    expect(
      await server.payload(await sent({ registration: { ...other.registration, ...seal }, sealed: content })),
    ).toMatchObject({ payload_state: 'Failed', failure: 'tampered' })
  })

  it.each([
    ['an object', 2],
    ['in the table', 1],
  ])('is requested again and then processed, when its bytes, %s, were damaged or lost', async (place, seconds) => {
    const recording = await server.record(device, wav(seconds))
    const { payload_reference } = recording.registration
    await device.register(recording.registration)
    await device.upload(payload_reference, 0, recording.sealed)
    expect((await server.payload(payload_reference)).is_content_in_table).toBe(place === 'in the table')
    const replace = (bytes: Buffer | null) =>
      replaceStoredBytes(server.platform, server.client, payload_reference, bytes)
    await replace(randomBytes(recording.sealed.length))
    await process(payload_reference)
    expect(await device.statuses(payload_reference)).toEqual(['failed'])
    expect(await device.failures(payload_reference)).toEqual(['checksum'])
    expect((await server.custody(payload_reference)).slice(-2)).toEqual(['payload.failed', 'payload.damage_found'])
    expect((await server.payload(payload_reference)).damaged_at).toEqual(expect.any(String))
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: 0 })
    expect(await device.upload(payload_reference, 0, recording.sealed)).toMatchObject({ status: 204 })
    expect((await server.payload(payload_reference)).damaged_at).toBeNull()
    await replace(null)
    await process(payload_reference)
    expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Failed', failure: 'missing' })
    await device.upload(payload_reference, 0, recording.sealed)
    await process(payload_reference)
    expect(await server.payload(payload_reference)).toMatchObject({
      payload_state: 'Processed',
      failure: null,
      damaged_at: null,
    })
    expect((await server.custody(payload_reference)).filter((event) => event === 'payload.damage_found')).toHaveLength(
      2,
    )
  })

  it('counts as sealed wrongly, not as damaged, when the stored bytes are those that arrived', async () => {
    const recording = await server.record(device, twoSegments)
    const payload_reference = await sent(withBytes(recording, recording.sealed.subarray(0, -1)))
    expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Failed', damaged_at: null })
    expect(await server.custody(payload_reference)).not.toContain('payload.damage_found')
  })

  it('keeps its state while the whole object store is missing', async () => {
    const recording = await server.record(device, wav(2))
    const { payload_reference } = recording.registration
    await device.register(recording.registration)
    await device.upload(payload_reference, 0, recording.sealed)
    const root = fileURLToPath(server.platform.settings.objectsUrl)
    await rename(root, `${root}-unmounted`)
    await expect(process(payload_reference)).rejects.toBeInstanceOf(StorageUnavailable)
    await rename(`${root}-unmounted`, root)
    await process(payload_reference)
    expect(await server.payload(payload_reference)).toMatchObject({ payload_state: 'Processed', damaged_at: null })
  })
})

describe('the scanner', () => {
  it('delays a recording in Scanning while it is down, and the next attempt continues from there', async () => {
    const { registration, sealed } = await server.record(device, wav(1))
    const { payload_reference } = registration
    await device.register(registration)
    await device.upload(payload_reference, 0, sealed)
    await clamd.stop()
    await expect(process(payload_reference)).rejects.toThrow()
    expect((await server.payload(payload_reference)).payload_state).toBe('Scanning')
    await expect(process(payload_reference)).rejects.toThrow()
    expect(await device.statuses(payload_reference)).toEqual(['pending'])

    clamd = await startClamd({ port: Number(new URL(clamd.url).port) })
    await process(payload_reference)
    expect((await server.payload(payload_reference)).payload_state).toBe('Processed')
    expect(await server.custody(payload_reference)).toHaveLength(4)
  })
})

describe('the worker', () => {
  it('processes what is uploaded and what a lost job left, and skips a recording that it cannot process', async () => {
    const [lost, poison, fresh] = await Promise.all([
      server.record(device, wav(1)),
      server.record(device, wav(1)),
      server.record(device, wav(1)),
    ])
    const inline = ({ registration, sealed }: Recording) => ({
      ...registration,
      content: Buffer.from(sealed).toString('base64'),
    })
    await device.register(inline(lost))
    await device.register({ ...inline(poison), encrypted_dek: lost.registration.encrypted_dek })
    await enqueueUnprocessed(server.platform, 0)
    const running: RunningJobs = await runJobs({
      platform: server.platform,
      databaseUrl: server.databaseUrl,
      jobs: processingJobs,
      concurrency: 2,
    })
    try {
      await device.register(inline(fresh))
      const states = () =>
        Promise.all(
          [lost, poison, fresh].map(
            async ({ registration }) => (await server.payload(registration.payload_reference)).payload_state,
          ),
        )
      await vi.waitFor(async () => expect(await states()).toEqual(['Processed', 'Failed', 'Processed']), {
        timeout: waitTimeoutMs,
      })
    } finally {
      await running.stop()
    }
  })
})
