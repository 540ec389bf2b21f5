import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DeviceServer, type Recording, type TestDevice } from '../../../test/device-server.ts'
import { moveSweepTimesBack, sweepStore } from '../../../test/store-sweeps.ts'
import { completeUpload } from './complete-upload-job.ts'
import { partObjectKey } from './object-keys.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const registered = async (bytes: number): Promise<Recording> => {
  const recording = await server.record(device, randomBytes(bytes))
  await device.register(recording.registration)
  return recording
}

const storedBytes = async (payload_reference: string): Promise<Buffer> => {
  const { s3_path } = await server.payload(payload_reference)
  return Buffer.concat(await (await server.platform.objects.get(s3_path ?? '')).toArray())
}

const jobContext = () => ({ platform: server.platform, attempt: 1, signal: new AbortController().signal })
const stateOf = async (payload_reference: string) => (await server.payload(payload_reference)).payload_state
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('an upload', () => {
  it('arrives in one part', async () => {
    const { registration, sealed } = await registered(50_000)
    const { payload_reference } = registration
    expect(await device.uploadOffset(payload_reference)).toEqual({ status: 204, offset: 0 })
    expect(await device.upload(payload_reference, 0, sealed)).toEqual({
      status: 204,
      offset: sealed.length,
      code: null,
    })
    expect(await device.uploadOffset(payload_reference)).toEqual({ status: 204, offset: sealed.length })
    expect(await storedBytes(payload_reference)).toEqual(Buffer.from(sealed))
    expect(await server.custody(payload_reference)).toEqual(['payload.registered', 'payload.uploaded'])
    expect(await server.objectKeys('uploads/')).toEqual([])
  })

  it('arrives whole however it is cut, with parts repeated and out of order', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 2_999 }), { maxLength: 6 })
    const order = fc.infiniteStream(fc.nat(), { noHistory: true })
    await fc.assert(
      fc.asyncProperty(cuts, order, async (at, choices) => {
        const { registration, sealed } = await registered(3_000)
        const { payload_reference } = registration
        const edges = [...new Set([0, ...at.sort((a, b) => a - b), sealed.length])]
        const parts = edges.slice(1).map((end, index) => ({ start: edges[index] ?? 0, end }))
        let arrived = 0
        while (arrived < sealed.length) {
          // Sends any part at any time: the next one is kept, an earlier one changes nothing, a later one is refused.
          const { start, end } = parts[Number(choices.next().value) % parts.length] ?? { start: 0, end: 0 }
          const answer = await device.upload(payload_reference, start, sealed.subarray(start, end))
          if (start > arrived) {
            expect(answer).toMatchObject({ status: 409, code: 'upload.wrong_offset', offset: arrived })
          } else {
            arrived = Math.max(arrived, end)
            expect(answer).toMatchObject({ status: 204, offset: arrived })
          }
        }
        expect(await storedBytes(payload_reference)).toEqual(Buffer.from(sealed))
      }),
      { numRuns: 12 },
    )
    expect(await server.objectKeys('uploads/')).toEqual([])
  })

  it('is stored once when it is sent fifty times at once', async () => {
    const { registration, sealed } = await registered(300_000)
    const { payload_reference } = registration
    const half = 150_000
    const first = await Promise.all(
      Array.from({ length: 50 }, () => device.upload(payload_reference, 0, sealed.subarray(0, half))),
    )
    expect(first.every(({ status, offset }) => status === 204 && offset === half)).toBe(true)
    const second = await Promise.all(
      Array.from({ length: 50 }, () => device.upload(payload_reference, half, sealed.subarray(half))),
    )
    expect(second.every(({ status, offset }) => status === 204 && offset === sealed.length)).toBe(true)
    expect(await storedBytes(payload_reference)).toEqual(Buffer.from(sealed))
    expect(await server.custody(payload_reference)).toEqual(['payload.registered', 'payload.uploaded'])
    expect(await server.objectKeys(`uploads/${server.client}/${payload_reference}`)).toEqual([])
  })

  it('keeps the first of two different parts that are sent at once', async () => {
    const { registration, sealed } = await registered(10_000)
    const { payload_reference } = registration
    const sizes = [1000, 2000, 3000, 4000]
    const answers = await Promise.all(
      sizes.map((size) => device.upload(payload_reference, 0, sealed.subarray(0, size))),
    )
    const [taken, ...others] = answers.filter(({ status }) => status === 204)
    expect(others).toEqual([])
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: taken?.offset })
    expect(
      await device.upload(payload_reference, taken?.offset ?? 0, sealed.subarray(taken?.offset ?? 0)),
    ).toMatchObject({ status: 204 })
    expect(await stateOf(payload_reference)).toBe('Uploaded')
  })
})

describe('an invalid part', () => {
  it('is refused with a reason and stores nothing', async () => {
    const { registration, sealed } = await registered(10_000)
    const { payload_reference } = registration
    const send = (headers: Record<string, string>, offset = 0) =>
      device.upload(payload_reference, offset, sealed.subarray(0, 1000), headers)
    const digest = (text: string) => `sha-256=:${Buffer.from(sha256(Buffer.from(text)), 'hex').toString('base64')}:`
    expect(await send({ 'content-digest': digest('other') })).toMatchObject({
      status: 400,
      code: 'upload.digest_mismatch',
    })
    expect(await send({ 'content-digest': 'md5=:AAAA:' })).toMatchObject({ status: 400, code: 'request.malformed' })
    expect(await send({ 'upload-offset': '-1' })).toMatchObject({ status: 400, code: 'request.malformed' })
    expect(await send({ 'upload-offset': '1e3' })).toMatchObject({ status: 400, code: 'request.malformed' })
    expect(await send({ 'content-type': 'text/plain' })).toMatchObject({ status: 400, code: 'request.malformed' })
    expect(await send({}, 500)).toMatchObject({ status: 409, code: 'upload.wrong_offset' })
    const tooLong = Buffer.concat([sealed, Buffer.alloc(1)])
    expect(await device.upload(payload_reference, 0, tooLong)).toMatchObject({
      status: 409,
      code: 'payload.size_mismatch',
      offset: 0,
    })
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: 0 })
    expect(await server.objectKeys(`uploads/${server.client}/${payload_reference}`)).toEqual([])
  })

  it('does not count when the connection breaks', async () => {
    const { registration, sealed } = await registered(200_000)
    const { payload_reference } = registration
    await device.uploadAndBreakOff(payload_reference, sealed, sealed.subarray(0, 100_000))
    const refusals = () =>
      server.platform.database.read(server.client, (tx) =>
        tx.db
          .selectFrom('device_activities')
          .select(['status_code', 'parameters'])
          .where('client', '=', tx.client)
          .where('status_code', '=', 400)
          .execute(),
      )
    await vi.waitFor(
      async () => expect((await refusals()).map(({ parameters }) => parameters)).toContainEqual({ payload_reference }),
      { timeout: 30_000 },
    )
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: 0 })
    expect(await server.objectKeys(`uploads/${server.client}/${payload_reference}`)).toEqual([])
    expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204 })
  })
})

describe('bytes that are not the registered ones', () => {
  it('are deleted once they are complete, and the upload starts again', async () => {
    const { registration, sealed } = await registered(10_000)
    const { payload_reference } = registration
    const wrong = randomBytes(sealed.length)
    await device.upload(payload_reference, 0, wrong.subarray(0, 5000))
    expect(await device.upload(payload_reference, 5000, wrong.subarray(5000))).toMatchObject({
      status: 409,
      code: 'payload.checksum_mismatch',
      offset: 0,
    })
    expect(await device.upload(payload_reference, 0, wrong)).toMatchObject({ code: 'payload.checksum_mismatch' })
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: 0 })
    expect(await server.objectKeys(`uploads/${server.client}/${payload_reference}`)).toEqual([])
    expect(await stateOf(payload_reference)).toBe('Recorded')
    expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204 })
  })

  it('never replace what arrived first', async () => {
    const { registration, sealed } = await registered(10_000)
    const { payload_reference } = registration
    await device.upload(payload_reference, 0, sealed)
    expect(await device.upload(payload_reference, 0, randomBytes(sealed.length))).toMatchObject({
      status: 409,
      code: 'payload.not_uploadable',
    })
    expect(await device.upload(payload_reference, 5, sealed.subarray(5, 500))).toMatchObject({
      status: 204,
      offset: sealed.length,
    })
    expect(await storedBytes(payload_reference)).toEqual(Buffer.from(sealed))
  })
})

describe('an upload whose server stopped', () => {
  const partRow = (payload_reference: string, sealed: Uint8Array, start: number, end: number) => {
    const part = sealed.subarray(start, end)
    const object_key = partObjectKey(server.client, payload_reference, start, sha256(part))
    return { object_key, part, row: { start_offset: start, bytes: part.length, sha256: sha256(part), object_key } }
  }

  it.each([
    ['after the last part was recorded', false],
    ['after the object was stored', true],
  ])('%s is completed by the device or by the job', async (_, isPlaced) => {
    for (const completeBy of ['device', 'job'] as const) {
      const { registration, sealed } = await registered(10_000)
      const { payload_reference } = registration
      const { object_key, part, row } = partRow(payload_reference, sealed, 0, sealed.length)
      const place = isPlaced ? `recordings/${server.client}/${payload_reference}-${registration.checksum}` : object_key
      await server.platform.objects.put(
        place,
        (async function* () {
          yield part
        })(),
      )
      await server.platform.database.transaction(server.client, (tx) =>
        tx.db
          .insertInto('upload_parts')
          .values({ client: tx.client, payload_reference, received_at: tx.now, ...row })
          .execute(),
      )
      expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: sealed.length })
      if (completeBy === 'device') {
        expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204, offset: sealed.length })
      } else {
        await completeUpload.handle(jobContext(), { client: server.client, payload_reference })
      }
      expect(await storedBytes(payload_reference)).toEqual(Buffer.from(sealed))
      expect(await server.objectKeys(`uploads/${server.client}/${payload_reference}`)).toEqual([])
    }
  })

  it('starts again when the store has lost a part', async () => {
    const { registration, sealed } = await registered(10_000)
    const { payload_reference } = registration
    await device.upload(payload_reference, 0, sealed.subarray(0, 4000))
    await server.platform.objects.delete(partRow(payload_reference, sealed, 0, 4000).object_key)
    expect(await device.upload(payload_reference, 4000, sealed.subarray(4000))).toMatchObject({
      status: 409,
      code: 'upload.wrong_offset',
    })
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: 0 })
    expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204 })
  })

  it('has unknown parts in the store deleted only after two sweeps an hour apart have found them', async () => {
    const { registration, sealed } = await registered(10_000)
    const { payload_reference } = registration
    await device.upload(payload_reference, 0, sealed.subarray(0, 4000))
    const orphan = partObjectKey(server.client, payload_reference, 0, 'f'.repeat(64))
    await server.platform.objects.put(
      orphan,
      (async function* () {
        yield sealed
      })(),
    )
    const prefix = `uploads/${server.client}/${payload_reference}`
    await sweepStore(server, 'uploads')
    await sweepStore(server, 'uploads')
    expect(await server.objectKeys(prefix)).toHaveLength(2)
    await moveSweepTimesBack(server, 60)
    await sweepStore(server, 'uploads')
    expect(await server.objectKeys(prefix)).toEqual([partRow(payload_reference, sealed, 0, 4000).object_key])
  })
})
