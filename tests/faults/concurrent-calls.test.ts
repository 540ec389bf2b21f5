import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeviceServer, type Recorded, type Recording, TestDevice } from '../../apps/server/test/device-server.ts'
import { deleteOrphanedParts } from '../../apps/server/test/store-sweeps.ts'
import { faultsOfAccount } from '../setup/consistency.ts'
import { freePort } from '../setup/loopback.ts'
import { type KilledPart, startKilledPart } from './killed-part.ts'

const callCount = 50

/** The calls of a handset that lost the answers again and again reach two apis at once, which share no memory. */
describe(`the same call, ${callCount} times at once, to two apis`, () => {
  let server: DeviceServer
  let other: KilledPart
  let devices: [TestDevice, TestDevice]
  beforeAll(async () => {
    server = await DeviceServer.start()
    const { settings, identity } = server.platform
    const port = await freePort()
    other = startKilledPart('api', 0, {
      HOLDFAST_HOME: settings.home,
      HOLDFAST_ORIGIN: settings.origin,
      HOLDFAST_PORT: String(port),
      HOLDFAST_LOG_LEVEL: 'fatal',
      KEYS_URL: settings.keysUrl,
      OBJECTS_URL: settings.objectsUrl,
      DATABASE_URL: server.databaseUrl,
    })
    const device = await server.addDevice('DEVICE-1')
    const { access_token } = await identity.issueDeviceToken({
      client: server.client,
      device_reference: 'DEVICE-1',
      installation_id: 'installation',
    })
    await other.ready
    devices = [device, new TestDevice(`http://127.0.0.1:${port}/api/device/v1`, access_token, 'DEVICE-1')]
  })
  afterAll(async () => {
    await other.kill()
    await server.stop()
  })

  const callConcurrently = <T>(call: (device: TestDevice, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: callCount }, (_, index) => call(devices[index % 2 === 0 ? 0 : 1], index)))

  const record = (bytes: number): Promise<Recording> => server.record(devices[0], randomBytes(bytes))
  const withContent = ({ registration, sealed }: Recording): Recorded => ({
    ...registration,
    content: Buffer.from(sealed).toString('base64'),
  })
  const resultsOf = async (items: readonly Recorded[]): Promise<Record<string, number>> => {
    const outcomes = await callConcurrently((device, index) => device.register(items[index % items.length] as Recorded))
    const counts: Record<string, number> = {}
    for (const [outcome] of outcomes) {
      const name = outcome?.code ?? outcome?.result ?? 'none'
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }

  it('registers a recording once', async () => {
    const { registration } = await record(1_000)
    expect(await resultsOf([registration])).toEqual({ registered: 1, known: callCount - 1 })
    expect(await server.custody(registration.payload_reference)).toEqual(['payload.registered'])
  })

  it('registers a recording with its bytes once', async () => {
    const recording = await record(1_000)
    expect(await resultsOf([withContent(recording)])).toEqual({ uploaded: 1, known: callCount - 1 })
    expect(await server.custody(recording.registration.payload_reference)).toEqual([
      'payload.registered',
      'payload.uploaded',
    ])
  })

  it('keeps the first of different bytes under one reference, and refuses the others', async () => {
    const first = await record(1_000)
    const { payload_reference, sequence } = first.registration
    const others = await Promise.all(Array.from({ length: callCount - 1 }, () => record(1_000)))
    const all = [
      first,
      ...others.map((recording) => ({
        ...recording,
        registration: { ...recording.registration, payload_reference, sequence },
      })),
    ]
    expect(await resultsOf(all.map(withContent))).toEqual({ uploaded: 1, 'payload.conflict': callCount - 1 })
    const custody = await server.custody(payload_reference)
    expect(custody.slice(0, 2)).toEqual(['payload.registered', 'payload.uploaded'])
    expect(custody.slice(2)).toEqual(new Array(callCount - 1).fill('payload.conflict_refused'))
  })

  it.each([
    ['in one part', 1],
    ['in several parts', 3],
  ])('uploads a recording %s once', async (_, parts) => {
    const { registration, sealed } = await record(90_000)
    const { payload_reference, checksum } = registration
    await devices[0].register(registration)
    const partBytes = Math.ceil(sealed.length / parts)
    for (let offset = 0; offset < sealed.length; offset += partBytes) {
      const end = Math.min(sealed.length, offset + partBytes)
      const answers = await callConcurrently((device) =>
        device.upload(payload_reference, offset, sealed.subarray(offset, end)),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify({ status: 204, offset: end, code: null })]),
      )
    }
    expect(await server.custody(payload_reference)).toEqual(['payload.registered', 'payload.uploaded'])
    expect(await server.objectKeys(`recordings/${server.client}/${payload_reference}`)).toEqual([
      `recordings/${server.client}/${payload_reference}-${checksum}`,
    ])
  })

  it('leaves tables, counters and objects that agree', async () => {
    await deleteOrphanedParts(server)
    const { client, platform } = server
    expect(await faultsOfAccount({ client, database: platform.database, objects: platform.objects })).toEqual([])
  })
})
