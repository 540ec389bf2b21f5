import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startWorker } from '../../apps/server/src/worker.ts'
import { DeviceServer, type Recording, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { faultsOfAccount, faultsOfPayload } from '../setup/consistency.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { JobQueue } from './job-queue.ts'
import { type KilledPart, startKilledPart } from './killed-part.ts'

/** One recording ends each worker that reads it; others arrived at the same time. */
describe('a recording that ends its worker each time', () => {
  let server: DeviceServer
  let device: TestDevice
  let queue: JobQueue
  beforeAll(async () => {
    server = await DeviceServer.start()
    device = await server.addDevice('DEVICE-1')
    queue = new JobQueue(server.databaseUrl)
  })
  afterAll(async () => {
    await queue.close()
    await server.stop()
  })

  const upload = async (recording?: Recording): Promise<string> => {
    const { registration, sealed } = recording ?? (await server.record(device, wav(2), { payload_type: 'Diagnostics' }))
    await device.register(registration)
    await device.upload(registration.payload_reference, 0, sealed)
    return registration.payload_reference
  }

  const startWorkerThatCrashesAt = (step: string): KilledPart => {
    const { settings } = server.platform
    return startKilledPart('worker', step, {
      HOLDFAST_HOME: settings.home,
      HOLDFAST_LOG_LEVEL: 'fatal',
      HOLDFAST_WORKER_CONCURRENCY: '4',
      KEYS_URL: settings.keysUrl,
      OBJECTS_URL: settings.objectsUrl,
      DATABASE_URL: server.databaseUrl,
    })
  }

  /** Starts workers that die at a step, one after the other, and then one that completes all waiting work. */
  const crashWorkersAt = async (step: string, count: number, all: readonly string[]): Promise<void> => {
    for (let crashed = 0; crashed < count; crashed += 1) {
      const worker = startWorkerThatCrashesAt(step)
      await vi.waitUntil(async () => worker.hasExited() || (await areSettled(all)), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      const hasCrashed = worker.hasExited()
      await worker.kill()
      expect(hasCrashed, `${crashed} workers crashed before`).toBe(true)
    }
    await settle(all)
  }

  /** A worker that never dies, so that a recording that should have failed by now is processed. */
  const settle = async (all: readonly string[]): Promise<void> => {
    const worker = await startWorker({ ...server.platform.settings, databaseUrl: server.databaseUrl })
    try {
      await vi.waitUntil(() => areSettled(all), { timeout: waitTimeoutMs, interval: lookIntervalMs })
      await Promise.all(all.map((reference) => queue.untilDone(reference)))
    } finally {
      await worker.stop()
    }
  }

  const areSettled = async (references: readonly string[]): Promise<boolean> => {
    await queue.makeJobsDue()
    return (await device.statuses(...references)).every((status) => status !== 'pending')
  }

  it('fails after the third worker, with the reason in its custody, the others are processed, and so is it when it is uploaded again', {
    timeout: longTestTimeoutMs,
  }, async () => {
    const recording = await server.record(device, wav(2))
    const [before, crashing, after] = [await upload(), await upload(recording), await upload()]
    const objectKey = (await server.payload(crashing)).s3_path
    await crashWorkersAt(`object: get ${objectKey} begins`, 3, [before, crashing, after])
    expect(await device.statuses(before, crashing, after)).toEqual(['processed', 'failed', 'processed'])
    expect(await server.payload(crashing)).toMatchObject({
      payload_state: 'Failed',
      failure: 'ended_workers',
      lost_passes: 0,
    })
    expect(await server.custody(crashing)).toEqual(['payload.registered', 'payload.uploaded', 'payload.failed'])

    await upload(recording)
    await settle([crashing])
    expect(await device.statuses(crashing)).toEqual(['processed'])
  })

  it('is one message of a batch: it fails after the third worker, and all others are processed once', {
    timeout: longTestTimeoutMs,
  }, async () => {
    const texts = ['One', 'Two', 'a crashing message', 'Three', 'Four']
    const messages = await Promise.all(
      texts.map((text) => server.record(device, Buffer.from(JSON.stringify({ text })), { payload_type: 'SMS' })),
    )
    const inline = messages.map(({ registration, sealed }) => ({
      ...registration,
      content: Buffer.from(sealed).toString('base64'),
    }))
    await device.register(...inline)
    const references = inline.map(({ payload_reference }) => payload_reference)
    await crashWorkersAt('scan: a crashing message', 3, references)
    const [one, two, crashing = '', ...others] = references
    expect(await device.statuses(crashing)).toEqual(['failed'])
    expect(await server.payload(crashing)).toMatchObject({ failure: 'ended_workers', lost_passes: 0 })
    expect(await server.custody(crashing)).toEqual(['payload.registered', 'payload.uploaded', 'payload.failed'])
    const stores = { client: server.client, ...server.platform }
    for (const reference of [one, two, ...others]) expect(await faultsOfPayload(stores, reference ?? '')).toEqual([])

    expect(await device.register(...inline)).toMatchObject(
      texts.map((text) => ({ result: text === 'a crashing message' ? 'uploaded' : 'known' })),
    )
    await settle(references)
    expect(await device.statuses(crashing)).toEqual(['processed'])
    expect(await faultsOfAccount(stores)).toEqual([])
  })
})
