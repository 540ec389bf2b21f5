import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DeviceServer, type Recording, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { faultsOfAccount, faultsOfPayload } from '../setup/consistency.ts'
import { longTestTimeoutMs, waitTimeoutMs } from '../setup/time-limits.ts'
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
    const { registration, sealed } = recording ?? (await server.record(device, wav(2)))
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

  const countWorkersCrashedOn = async (crashing: string | null, all: readonly string[]): Promise<number> => {
    const objectKey = crashing && (await server.payload(crashing)).s3_path
    return countWorkersCrashedAt(`object: get ${objectKey} begins`, all)
  }

  /** Starts workers one after the other until one survives all waiting work. Returns how many died. */
  const countWorkersCrashedAt = async (step: string, all: readonly string[]): Promise<number> => {
    for (let crashed = 0; ; crashed += 1) {
      const worker = startWorkerThatCrashesAt(step)
      await vi.waitUntil(async () => worker.hasExited() || (await areSettled(all)), { timeout: waitTimeoutMs })
      const survived = !worker.hasExited()
      // A worker that is killed between the last status and the end of its job would leave the job locked.
      if (survived) await Promise.all(all.map((reference) => queue.untilDone(reference)))
      await worker.kill()
      if (survived) return crashed
      expect(crashed).toBeLessThan(6)
    }
  }

  const areSettled = async (references: readonly string[]): Promise<boolean> => {
    await queue.makeJobsDue()
    return (await device.statuses(...references)).every((status) => status !== 'pending')
  }

  it('fails after the third worker, with the reason in its custody, and the others are processed', {
    timeout: longTestTimeoutMs,
  }, async () => {
    const [before, crashing, after] = [await upload(), await upload(), await upload()]
    expect(await countWorkersCrashedOn(crashing, [before, crashing, after])).toBe(3)
    expect(await device.statuses(before, crashing, after)).toEqual(['processed', 'failed', 'processed'])
    expect(await server.payload(crashing)).toMatchObject({
      payload_state: 'Failed',
      failure: 'ended_workers',
      lost_passes: 0,
    })
    expect(await server.custody(crashing)).toEqual(['payload.registered', 'payload.uploaded', 'payload.failed'])
  })

  it('is processed when the handset uploads it again and it no longer ends the worker', {
    timeout: longTestTimeoutMs,
  }, async () => {
    const recording = await server.record(device, wav(2))
    const reference = await upload(recording)
    await countWorkersCrashedOn(reference, [reference])
    expect(await device.statuses(reference)).toEqual(['failed'])
    await upload(recording)
    expect(await countWorkersCrashedOn(null, [reference])).toBe(0)
    expect(await device.statuses(reference)).toEqual(['processed'])
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
    expect(await countWorkersCrashedAt('scan: a crashing message', references)).toBe(3)
    const [one, two, crashing = '', ...others] = references
    expect(await device.statuses(crashing)).toEqual(['failed'])
    expect(await server.payload(crashing)).toMatchObject({ failure: 'ended_workers', lost_passes: 0 })
    expect(await server.custody(crashing)).toEqual(['payload.registered', 'payload.uploaded', 'payload.failed'])
    const stores = { client: server.client, ...server.platform }
    for (const reference of [one, two, ...others]) expect(await faultsOfPayload(stores, reference ?? '')).toEqual([])

    expect(await device.register(...inline)).toMatchObject(
      texts.map((text) => ({ result: text === 'a crashing message' ? 'uploaded' : 'known' })),
    )
    expect(await countWorkersCrashedAt('none', references)).toBe(0)
    expect(await device.statuses(crashing)).toEqual(['processed'])
    expect(await faultsOfAccount(stores)).toEqual([])
  })
})
