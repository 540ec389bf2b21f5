import { hash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { processPayload } from '../../apps/server/src/modules/processing/process-payload.ts'
import { beginStoreSweeps } from '../../apps/server/src/modules/store-sweeps/begin-store-sweeps.ts'
import { reexaminePayload } from '../../apps/server/src/modules/store-sweeps/reexamine-payload.ts'
import { partObjectKey } from '../../apps/server/src/modules/uploads/object-keys.ts'
import { StorageUnavailable } from '../../apps/server/src/platform/objects/index.ts'
import { DeviceServer, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { beginSweep, moveSweepTimesBack, sweepOnePage, sweepStore } from '../../apps/server/test/store-sweeps.ts'
import { replaceStoredBytes, storedBytes as storedBytesOf } from '../../apps/server/test/stored-content.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server?.stop())

const context = () => ({ platform: server.platform, attempt: 1, signal: new AbortController().signal })

/** Content of two seconds is an object, of one second a row. */
const processed = async (seconds = 2): Promise<string> => {
  const { registration, sealed } = await server.record(device, wav(seconds))
  const { payload_reference } = registration
  await device.register({ ...registration, content: Buffer.from(sealed).toString('base64') })
  await processPayload.handle(context(), { client: server.client, payload_reference })
  return payload_reference
}

const objectOf = async (payload_reference: string): Promise<string> =>
  (await server.payload(payload_reference)).s3_path ?? ''

const storedBytes = async (key: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of await server.platform.objects.get(key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const damageOnRecord = async (payload_reference: string): Promise<string[]> =>
  (await server.custody(payload_reference)).filter((event) => event.startsWith('payload.damage'))

const reportedObjects = () =>
  server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('objects_without_rows')
      .select(['object_key', 'removed_at'])
      .where('client', '=', tx.client)
      .orderBy('object_key')
      .execute(),
  )

describe('a sweep of the recordings of an account', () => {
  it('reports each recording whose object is gone or has another size once, and no others', async () => {
    const [missing, shortened, longer, whole] = [
      await processed(),
      await processed(),
      await processed(),
      await processed(),
    ]
    const { objects } = server.platform
    await objects.delete(await objectOf(missing))
    await objects.put(await objectOf(shortened), (await storedBytes(await objectOf(shortened))).subarray(0, -1))
    await objects.put(
      await objectOf(longer),
      Buffer.concat([await storedBytes(await objectOf(longer)), Buffer.alloc(1)]),
    )
    await sweepStore(server, 'payloads')
    await sweepStore(server, 'payloads')
    for (const reference of [missing, shortened, longer]) {
      expect(await damageOnRecord(reference)).toEqual(['payload.damage_found'])
      expect((await server.payload(reference)).damaged_at).toEqual(expect.any(String))
    }
    expect(await damageOnRecord(whole)).toEqual([])
  })

  it('reports content in the table that is gone or has another size, and examines it again when it is restored', async () => {
    const [gone, cut, whole] = [await processed(1), await processed(1), await processed(1)]
    const bytes = await storedBytesOf(server.platform, server.client, gone)
    const replace = (reference: string, content: Uint8Array | null) =>
      replaceStoredBytes(server.platform, server.client, reference, content)
    await replace(gone, null)
    await replace(cut, (await storedBytesOf(server.platform, server.client, cut)).subarray(0, -1))
    await sweepStore(server, 'payloads')
    await sweepStore(server, 'payloads')
    for (const reference of [gone, cut]) {
      expect(await damageOnRecord(reference)).toEqual(['payload.damage_found'])
      expect(await server.payload(reference)).toMatchObject({ damaged_at: expect.any(String), s3_path: null })
    }
    expect(await damageOnRecord(whole)).toEqual([])
    await replace(gone, bytes)
    await sweepStore(server, 'payloads')
    await reexaminePayload.handle(context(), { client: server.client, payload_reference: gone })
    expect((await server.payload(gone)).damaged_at).toBeNull()
  })

  it('continues where a killed one stopped, and checks no object twice', async () => {
    const references = [await processed(), await processed(), await processed(), await processed(), await processed()]
    const head = vi.spyOn(server.platform.objects, 'head')
    await beginSweep(server, 'payloads')
    let pages = 1
    while (await sweepOnePage(server, 'payloads', 2)) pages += 1
    const asked = head.mock.calls.map(([key]) => key)
    head.mockRestore()
    expect(pages).toBeGreaterThan(2)
    expect(new Set(asked).size).toBe(asked.length)
    for (const reference of references) expect(asked).toContain(await objectOf(reference))
  })

  it('stops without reporting anything when the object store is missing', async () => {
    const reference = await processed()
    const root = fileURLToPath(server.platform.settings.objectsUrl)
    await rename(root, `${root}-unmounted`)
    try {
      await expect(sweepStore(server, 'payloads')).rejects.toBeInstanceOf(StorageUnavailable)
    } finally {
      await rename(`${root}-unmounted`, root)
    }
    await sweepStore(server, 'payloads')
    expect(await damageOnRecord(reference)).toEqual([])
  })

  it('checks a restored recording again, and removes its mark if the recording is whole', async () => {
    const reference = await processed()
    const key = await objectOf(reference)
    const bytes = await storedBytes(key)
    const { objects } = server.platform
    await objects.delete(key)
    await sweepStore(server, 'payloads')
    const examine = async () => {
      await sweepStore(server, 'payloads')
      await reexaminePayload.handle(context(), { client: server.client, payload_reference: reference })
      return (await server.payload(reference)).damaged_at
    }
    expect(await examine()).not.toBeNull()
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(1000) ^ 1, 1000)
    await objects.put(key, flipped)
    expect(await examine()).not.toBeNull()
    await objects.put(key, bytes)
    expect(await examine()).toBeNull()
    expect(await damageOnRecord(reference)).toEqual(['payload.damage_found', 'payload.damage_mended'])
  })
})

describe('a sweep of the objects of an account', () => {
  beforeEach(async () => {
    await sweepStore(server, 'recordings')
    await sweepStore(server, 'uploads')
  })

  it('reports objects without a row, and never deletes one', async () => {
    const reference = await processed()
    const { objects } = server.platform
    const [known, orphan] = [await objectOf(reference), `recordings/${server.client}/NOBODY-${'a'.repeat(64)}`]
    const unknownObject = `recordings/${server.client}/laid-here-by-somebody`
    await objects.put(orphan, Buffer.from('evidence, perhaps'))
    await objects.put(unknownObject, Buffer.from('whatever'))
    for (let day = 0; day < 3; day += 1) {
      await sweepStore(server, 'recordings', 1)
      await moveSweepTimesBack(server, 24 * 60)
    }
    expect(await reportedObjects()).toEqual([
      { object_key: orphan, removed_at: null },
      { object_key: unknownObject, removed_at: null },
    ])
    for (const key of [known, orphan, unknownObject]) expect(await objects.head(key)).not.toBeNull()

    await objects.delete(orphan)
    await objects.delete(unknownObject)
    await sweepStore(server, 'recordings')
    expect(await reportedObjects()).toEqual([])
  })

  it('accepts the object of a registration that is not complete yet', async () => {
    const { registration, sealed } = await server.record(device, wav(1))
    await device.register(registration)
    const key = `recordings/${server.client}/${registration.payload_reference}-${registration.checksum}`
    await server.platform.objects.put(key, sealed)
    await sweepStore(server, 'recordings')
    expect(await reportedObjects()).toEqual([])
  })

  it('deletes parts without an upload page by page after two sweeps an hour apart, and keeps all others', async () => {
    const { registration, sealed } = await server.record(device, wav(1))
    const { payload_reference } = registration
    await device.register(registration)
    await device.upload(payload_reference, 0, sealed.subarray(0, 100))
    const prefix = `uploads/${server.client}/`
    const known = await server.objectKeys(prefix)
    const orphans = [1, 2, 3].map((digit) =>
      partObjectKey(server.client, payload_reference, 0, String(digit).repeat(64)),
    )
    for (const key of orphans) await server.platform.objects.put(key, Buffer.from('part'))
    await sweepStore(server, 'uploads', 1)
    await sweepStore(server, 'uploads', 1)
    expect(await server.objectKeys(prefix)).toHaveLength(4)
    await moveSweepTimesBack(server, 60)
    await sweepStore(server, 'uploads', 1)
    expect(await server.objectKeys(prefix)).toEqual(known)
  })

  it('never deletes a part that was acknowledged, when a handset sends one that is about to be deleted', async () => {
    const { registration, sealed } = await server.record(device, wav(1))
    const { payload_reference } = registration
    await device.register(registration)
    const part = sealed.subarray(0, 100)
    // As stored by a call that was killed before it recorded the part, and already seen by one sweep.
    const key = keyOfPart(payload_reference, part)
    await server.platform.objects.put(key, part)
    await sweepStore(server, 'uploads')
    await moveSweepTimesBack(server, 60)
    await Promise.all([sweepStore(server, 'uploads'), sendUntilAccepted(payload_reference, part)])
    expect(await device.uploadOffset(payload_reference)).toMatchObject({ offset: 100 })
    await moveSweepTimesBack(server, 60)
    await sweepStore(server, 'uploads')
    expect(await server.platform.objects.head(key)).toEqual({ bytes: 100 })
    expect(await device.upload(payload_reference, 100, sealed.subarray(100))).toMatchObject({ status: 204 })
  })

  it('makes the handset send a part again that was deleted between its arrival and its record', async () => {
    const { registration, sealed } = await server.record(device, wav(1))
    const { payload_reference } = registration
    await device.register(registration)
    const part = sealed.subarray(0, 100)
    const key = keyOfPart(payload_reference, part)
    await server.platform.objects.put(key, part)
    await sweepStore(server, 'uploads')
    await moveSweepTimesBack(server, 60)
    const { objects } = server.platform
    const put = objects.put.bind(objects)
    // The call finds the part stored; before the call records it, the sweep deletes it.
    vi.spyOn(objects, 'put').mockImplementationOnce(async (...given) => {
      const result = await put(...given)
      await sweepStore(server, 'uploads')
      return result
    })
    expect(await device.upload(payload_reference, 0, part)).toEqual({
      status: 409,
      code: 'upload.wrong_offset',
      offset: 0,
    })
    expect(await device.upload(payload_reference, 0, part)).toMatchObject({ status: 204, offset: 100 })
    expect(await server.platform.objects.head(key)).toEqual({ bytes: 100 })
  })
})

const keyOfPart = (payload_reference: string, part: Uint8Array): string =>
  partObjectKey(server.client, payload_reference, 0, hash('sha256', part))

const sendUntilAccepted = async (payload_reference: string, part: Uint8Array): Promise<void> => {
  for (;;) {
    const { status } = await device.upload(payload_reference, 0, part)
    if (status === 204) return
    expect(status).toBe(409)
  }
}

describe('sweeps', () => {
  const begun = () =>
    server.platform.database.read(server.client, (tx) =>
      tx.db
        .selectFrom('store_sweeps')
        .select(['scope', 'place', 'completed_at'])
        .where('client', '=', tx.client)
        .orderBy('scope')
        .execute(),
    )

  it('begin when they are due: parts every hour, the others once a day; one under way continues', async () => {
    const { database } = server.platform
    const rewind = (minutes: number) =>
      database.transaction(server.client, (tx) =>
        tx.db
          .updateTable('store_sweeps')
          .set({ begun_at: new Date(tx.now.getTime() - minutes * 60_000) })
          .where('client', '=', tx.client)
          .execute(),
      )
    for (const scope of ['payloads', 'recordings', 'uploads', 'derived'] as const) await sweepStore(server, scope)
    const scopesUnderWay = async () =>
      (await begun()).filter(({ completed_at }) => completed_at === null).map(({ scope }) => scope)
    await beginStoreSweeps.handle(context(), {})
    expect(await scopesUnderWay()).toEqual([])
    await rewind(60)
    await beginStoreSweeps.handle(context(), {})
    expect(await scopesUnderWay()).toEqual(['uploads'])
    await rewind(24 * 60)
    await beginStoreSweeps.handle(context(), {})
    expect(await scopesUnderWay()).toEqual(['derived', 'payloads', 'recordings', 'uploads'])
    await sweepOnePage(server, 'payloads', 1)
    const place = (await begun()).find(({ scope }) => scope === 'payloads')?.place
    expect(place).not.toBe('')
    await beginStoreSweeps.handle(context(), {})
    expect((await begun()).find(({ scope }) => scope === 'payloads')?.place).toBe(place)
  })
})
