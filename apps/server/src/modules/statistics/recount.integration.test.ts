import { randomBytes } from 'node:crypto'
import { type PayloadState, serviceOfPayloadType } from '@holdfast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testSeed } from '../../../../../tests/setup/seed.ts'
import { DeviceServer, type TestDevice } from '../../../test/device-server.ts'
import { processingJobs } from '../processing/index.ts'
import { countAccount } from './count-statistics.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const steps = ['register', 'register with content', 'upload', 'upload twice', 'process', 'seal again'] as const

/** Recordings of some types, sizes and days, each with what happens to it. */
const recordings = fc.array(
  fc.record({
    payload_type: fc.constantFrom('Call', 'SMS', 'Photo', 'Diagnostics'),
    bytes: fc.constantFrom(10, 500, 20_000, 70_000),
    daysAgo: fc.integer({ min: 0, max: 3 }),
    step: fc.constantFrom(...steps),
  }),
  { minLength: 24, maxLength: 24 },
)

const process = async (payload_reference: string) => {
  const job = processingJobs.find(({ definition }) => definition.name === 'process_payload')
  const context = { platform: server.platform, attempt: 1, signal: new AbortController().signal }
  await job?.handle(context, { client: server.client, payload_reference } as never)
}

type Recorded = (typeof recordings extends fc.Arbitrary<infer All> ? All : never)[number]

const happens = async ({ payload_type, bytes, daysAgo, step }: Recorded): Promise<void> => {
  const payload_time = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const recorded = await server.record(device, randomBytes(bytes), { payload_type, payload_time })
  const { sealed } = recorded
  // With the key of another recording it does not open, so that its handset may seal it again.
  const { encrypted_dek } = (await server.record(device, randomBytes(bytes), { payload_type })).registration
  const registration = step === 'seal again' ? { ...recorded.registration, encrypted_dek } : recorded.registration
  const { payload_reference, sequence } = registration
  const content = Buffer.from(sealed).toString('base64')
  await device.register(step === 'register with content' ? { ...registration, content } : registration)
  if (step === 'register' || step === 'register with content') return
  await device.upload(payload_reference, 0, sealed)
  if (step === 'upload twice') await device.upload(payload_reference, 0, sealed)
  if (step === 'process' || step === 'seal again') await process(payload_reference)
  if (step !== 'seal again') return
  const again = await server.record(device, randomBytes(bytes + 7), { payload_type, payload_time, payload_reference })
  await device.register({ ...again.registration, sequence })
  await device.upload(payload_reference, 0, again.sealed)
}

/** Counted one by one, without any counter. */
const recount = () =>
  server.platform.database.read(server.client, async ({ db, client }) => {
    const payloads = await db.selectFrom('payloads').selectAll().where('client', '=', client).execute()
    const seals = await db.selectFrom('former_seals').selectAll().where('client', '=', client).execute()
    const days = new Map<string, number>()
    for (const { payload_type, payload_state, payload_time } of payloads) {
      const key = `${payload_time.slice(0, 10)} ${serviceOfPayloadType[payload_type] ?? ''} ${payload_state}`
      days.set(key, (days.get(key) ?? 0) + 1)
    }
    const stored = [
      ...payloads.filter(({ s3_path, is_content_in_table }) => s3_path !== null || is_content_in_table),
      ...seals.filter(({ s3_path, sealed }) => s3_path !== null || sealed !== null),
    ]
    return { days, stored_bytes: stored.reduce((sum, { size }) => sum + (size ?? 0), 0), former: seals.length }
  })

const counted = async () => {
  const { database } = server.platform
  await database.transaction(server.client, countAccount)
  return database.read(server.client, async ({ db, client }) => {
    const rows = await db.selectFrom('daily_statistics').selectAll().where('client', '=', client).execute()
    const account = await db
      .selectFrom('account_statistics')
      .selectAll()
      .where('client', '=', client)
      .executeTakeFirst()
    const ofServices = rows.filter(({ day, service }) => day !== '-infinity' && service !== '*')
    return {
      days: new Map(
        ofServices.map(({ day, service, payload_state, payloads }) => [
          `${day} ${service} ${payload_state satisfies PayloadState}`,
          payloads,
        ]),
      ),
      account,
    }
  })
}

it('counters are those of a recount, whatever happened to recordings', async () => {
  const [all = []] = fc.sample(recordings, { numRuns: 1, seed: testSeed })
  const sealedAgain = ([500, 70_000] as const).map(
    (bytes) => ({ payload_type: 'Call', bytes, daysAgo: 1, step: 'seal again' }) as const,
  )
  for (const one of [...all, ...sealedAgain]) await happens(one)
  const expected = await recount()
  const found = await counted()
  expect(Object.fromEntries(found.days)).toEqual(Object.fromEntries(expected.days))
  expect(found.account?.stored_bytes).toBe(expected.stored_bytes)
  expect(expected.former).toBeGreaterThanOrEqual(2)
})
