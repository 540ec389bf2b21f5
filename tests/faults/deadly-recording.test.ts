import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DeviceServer, type Recording, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { longPatience, patience } from '../setup/patience.ts'
import { faultsOfAccount, faultsOfPayload } from './consistency.ts'
import { JobQueue } from './job-queue.ts'
import { type MortalPart, startMortal } from './mortal-part.ts'

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

  const startWorkerThatDiesAt = (step: string): MortalPart => {
    const { settings } = server.platform
    return startMortal('worker', step, {
      HOLDFAST_HOME: settings.home,
      HOLDFAST_LOG_LEVEL: 'fatal',
      HOLDFAST_WORKER_CONCURRENCY: '4',
      KEYS_URL: settings.keysUrl,
      OBJECTS_URL: settings.objectsUrl,
      DATABASE_URL: server.databaseUrl,
    })
  }

  const workersThatDieOf = async (deadly: string | null, all: readonly string[]): Promise<number> => {
    const objectKey = deadly && (await server.payload(deadly)).s3_path
    return workersThatDieAt(`object: get ${objectKey} begins`, all)
  }

  /** Starts workers one after the other until one survives all waiting work. Returns how many died. */
  const workersThatDieAt = async (step: string, all: readonly string[]): Promise<number> => {
    for (let dead = 0; ; dead += 1) {
      const worker = startWorkerThatDiesAt(step)
      await vi.waitUntil(async () => worker.isDead() || (await areSettled(all)), { timeout: patience })
      const survived = !worker.isDead()
      // A worker that is killed between the last status and the end of its job would leave the job locked.
      if (survived) await Promise.all(all.map((reference) => queue.empties(reference)))
      await worker.kill()
      if (survived) return dead
      expect(dead).toBeLessThan(6)
    }
  }

  const areSettled = async (references: readonly string[]): Promise<boolean> => {
    await queue.letTimePass()
    return (await device.statuses(...references)).every((status) => status !== 'pending')
  }

  it('fails after the third worker, with the reason in its custody, and the others are processed', {
    timeout: longPatience,
  }, async () => {
    const [before, deadly, after] = [await upload(), await upload(), await upload()]
    expect(await workersThatDieOf(deadly, [before, deadly, after])).toBe(3)
    expect(await device.statuses(before, deadly, after)).toEqual(['processed', 'failed', 'processed'])
    expect(await server.payload(deadly)).toMatchObject({
      payload_state: 'Failed',
      failure: 'ended_workers',
      lost_passes: 0,
    })
    expect(await server.custody(deadly)).toEqual(['payload.registered', 'payload.uploaded', 'payload.failed'])
  })

  it('is processed when the handset uploads it again and it no longer ends the worker', {
    timeout: longPatience,
  }, async () => {
    const recording = await server.record(device, wav(2))
    const reference = await upload(recording)
    await workersThatDieOf(reference, [reference])
    expect(await device.statuses(reference)).toEqual(['failed'])
    await upload(recording)
    expect(await workersThatDieOf(null, [reference])).toBe(0)
    expect(await device.statuses(reference)).toEqual(['processed'])
  })

  it('is one message of a batch: it fails after the third worker, and all others are processed once', {
    timeout: longPatience,
  }, async () => {
    const texts = ['One', 'Two', 'a deadly message', 'Three', 'Four']
    const messages = await Promise.all(
      texts.map((text) => server.record(device, Buffer.from(JSON.stringify({ text })), { payload_type: 'SMS' })),
    )
    const inline = messages.map(({ registration, sealed }) => ({
      ...registration,
      content: Buffer.from(sealed).toString('base64'),
    }))
    await device.register(...inline)
    const references = inline.map(({ payload_reference }) => payload_reference)
    expect(await workersThatDieAt('scan: a deadly message', references)).toBe(3)
    const [one, two, deadly = '', ...others] = references
    expect(await device.statuses(deadly)).toEqual(['failed'])
    expect(await server.payload(deadly)).toMatchObject({ failure: 'ended_workers', lost_passes: 0 })
    expect(await server.custody(deadly)).toEqual(['payload.registered', 'payload.uploaded', 'payload.failed'])
    const account = { client: server.client, ...server.platform }
    for (const reference of [one, two, ...others]) expect(await faultsOfPayload(account, reference ?? '')).toEqual([])

    expect(await device.register(...inline)).toMatchObject(
      texts.map((text) => ({ result: text === 'a deadly message' ? 'uploaded' : 'known' })),
    )
    expect(await workersThatDieAt('none', references)).toBe(0)
    expect(await device.statuses(deadly)).toEqual(['processed'])
    expect(await faultsOfAccount(account)).toEqual([])
  })
})
