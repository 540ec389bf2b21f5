import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { DeviceServer, type TestDevice } from '../../../test/device-server.ts'
import { countExceptions } from '../payloads/index.ts'
import { markLateRecordings } from './mark-late-job.ts'

let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
})
afterAll(() => server.stop())

const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

const runJob = () =>
  markLateRecordings.handle({ platform: server.platform, attempt: 1, signal: new AbortController().signal }, {})

/** Registers a recording and moves its time into the past, as if days had passed since. */
const registered = async (days: number): Promise<string> => {
  const { registration } = await server.record(device, randomBytes(9))
  await device.register(registration)
  await server.platform.database.transaction(server.client, (tx) =>
    tx.db
      .updateTable('payloads')
      .set({ payload_time: daysAgo(days) })
      .where('client', '=', tx.client)
      .where('payload_reference', '=', registration.payload_reference)
      .execute(),
  )
  return registration.payload_reference
}

const isLate = async (reference: string) => (await server.payload(reference)).is_late

it('a recording that is still missing after 7 days is late, once, in lists and on the overview', async () => {
  const late = await registered(7.01)
  const inTime = await registered(6.99)
  expect(await isLate(late)).toBe(false)
  await runJob()
  await runJob()
  expect([await isLate(late), await isLate(inTime)]).toEqual([true, false])
  expect(await server.custody(late)).toEqual(['payload.registered', 'payload.late'])
  const [calls] = await server.platform.database.read(server.client, (tx) =>
    countExceptions(tx, [{ payload_types: ['Call'], groups: 'all' }], {
      late_since: daysAgo(30).slice(0, 10),
      missing_until: daysAgo(1).slice(0, 10),
    }),
  )
  expect(calls?.late).toEqual({ total: 1 })
})

it('marks any number of recordings in batches, and leaves those alone whose content has arrived', async () => {
  const made = { device_reference: 'DEVICE-1', group: server.group, payload_time: daysAgo(9), sequence: 0 }
  await server.platform.database.transaction(server.client, async (tx) => {
    const numbered = (sequence: number) => ({
      ...made,
      sequence: 1000 + sequence,
      payload_reference: `late-${sequence}`,
    })
    await addRows(
      tx,
      'payloads',
      Array.from({ length: 501 }, (_, index) => ({ ...numbered(index), payload_state: 'Recorded', s3_path: null })),
    )
    await addRows(tx, 'payloads', [
      { ...numbered(501), payload_state: 'NotRecoverable', s3_path: null },
      { ...numbered(502), payload_state: 'Processed' },
      { ...numbered(503), payload_state: 'Failed' },
    ])
  })
  await runJob()
  const lateOnes = await Promise.all([0, 500, 501, 502, 503].map((index) => isLate(`late-${index}`)))
  expect(lateOnes).toEqual([true, true, true, false, false])
})
