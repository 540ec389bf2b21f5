import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { DeviceServer, type Recording, type TestDevice } from '../test/device-server.ts'
import { wav } from '../test/media-fixtures.ts'
import { startWorker } from './worker.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const upload = async ({ registration, sealed }: Recording): Promise<string> => {
  await device.register(registration)
  await device.upload(registration.payload_reference, 0, sealed)
  return registration.payload_reference
}

const start = () => startWorker({ ...server.platform.settings, databaseUrl: server.databaseUrl })

it('a worker processes what was uploaded before it started, and what is uploaded while it runs', async () => {
  const before = await upload(await server.record(device, wav(1)))
  const worker = await start()
  try {
    const meanwhile = await upload(await server.record(device, wav(1)))
    await vi.waitFor(async () => expect(await device.statuses(before, meanwhile)).toEqual(['processed', 'processed']), {
      timeout: 30_000,
    })
  } finally {
    await worker.stop()
  }
})

it('a worker logs how its decoders are confined, and refuses to start below the configured level', async () => {
  const settings = { ...server.platform.settings, databaseUrl: server.databaseUrl, logLevel: 'info' } as const
  const lines: string[] = []
  const worker = await startWorker(settings, { logTo: { write: (line) => void lines.push(line) } })
  await worker.stop()
  const { level } = server.platform.media.confinement
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ confinement: level }))
  const { PATH } = process.env
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  process.env.PATH = '/nowhere' // Without bubblewrap.
  await expect(startWorker({ ...settings, leastConfinement: 'sandbox' })).rejects.toThrow('HOLDFAST_LEAST_CONFINEMENT')
})

it('two workers share the work, and each recording is processed once', async () => {
  const workers = await Promise.all([start(), start()])
  try {
    const recordings = await Promise.all(Array.from({ length: 20 }, () => server.record(device, wav(1))))
    const references = await Promise.all(recordings.map(upload))
    await vi.waitFor(
      async () => expect(new Set(await device.statuses(...references))).toEqual(new Set(['processed'])),
      { timeout: 40_000 },
    )
    for (const reference of references) {
      const custody = await server.custody(reference)
      expect(custody.filter((event) => event !== 'payload.derived')).toHaveLength(4)
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
})
