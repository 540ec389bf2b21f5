import { afterAll, beforeAll, expect, it } from 'vitest'
import { agedTombstones, countDestroyed, destroyPayloads } from '../../apps/server/src/modules/destruction/index.ts'
import { processPayload } from '../../apps/server/src/modules/processing/process-payload.ts'
import { insertPolicy, noRules, nothingFreed } from '../../apps/server/src/modules/retention/stored-policies.ts'
import { lockRun } from '../../apps/server/src/modules/retention/stored-runs.ts'
import { beginRun } from '../../apps/server/src/modules/retention-runs/begin-run.ts'
import { takeSteps } from '../../apps/server/src/modules/retention-runs/take-steps.ts'
import { DeviceServer, type Recording, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { type Clamd, startClamd } from '../setup/clamd.ts'

const dayMs = 86_400_000
const context = () => ({ platform: server.platform, attempt: 1, signal: AbortSignal.timeout(60_000) })

let clamd: Clamd
let server: DeviceServer
let device: TestDevice
beforeAll(async () => {
  clamd = await startClamd()
  server = await DeviceServer.start({ scannerUrl: clamd.url })
  device = await server.addDevice('DEVICE-1')
})
afterAll(async () => {
  await server?.stop()
  await clamd?.stop()
})

const write = <T>(work: Parameters<typeof server.platform.database.transaction<T>>[1]) =>
  server.platform.database.transaction(server.client, work)

/** Registers, uploads and processes a recording, and makes it older. */
const recorded = async ({ registration, sealed }: Recording, days: number): Promise<string> => {
  const { payload_reference } = registration
  await device.register(registration)
  expect(await device.upload(payload_reference, 0, sealed)).toMatchObject({ status: 204 })
  await processPayload.handle(context(), { client: server.client, payload_reference })
  const payload_time = new Date(Date.now() - days * dayMs)
  await write(({ db, client }) =>
    db
      .updateTable('payloads')
      .set({ payload_time, registered_at: payload_time })
      .where('client', '=', client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )
  return payload_reference
}

const run = async () => {
  const { run_id } = await write((tx) => beginRun(tx, { kind: 'run', requested_by: 'olga' }))
  await takeSteps.handle(context(), { client: server.client, run_id })
  const done = await write((tx) => lockRun(tx, run_id))
  if (!done) throw new Error('no run')
  return done
}

it('recordings are destroyed by a run, as far as it may without a decision', async () => {
  const sound = await recorded(await server.record(device, wav(3)), 100)
  const message = Buffer.from(JSON.stringify({ text: 'Hello' }))
  const text = await recorded(await server.record(device, message, { payload_type: 'SMS' }), 90)
  const young = await recorded(await server.record(device, wav(1)), 20)
  const { s3_path } = await server.payload(sound)
  expect(await server.platform.objects.head(s3_path ?? '')).not.toBeNull()
  const days = { retention_timestamp: 'payload_time' as const, delete_after_days: 10, destroy_after_days: 60 }
  const nothing = { required_receipts: [], required_transfers: [] }
  const payloads = (['Call', 'SMS'] as const).map((payload_type) => ({ payload_type, ...days, ...nothing }))
  await write((tx) =>
    insertPolicy(tx, { ...noRules, payloads, ...nothingFreed, version: 1, saved_by: 'olga', effective_at: tx.now }),
  )

  expect(await run()).toMatchObject({ kind: 'dry_run', state: 'Completed', report: { deleted: 1, destroyed: 2 } })
  expect((await server.payload(sound)).payload_state).toBe('Processed')

  const { run_id } = await write((tx) => beginRun(tx, { kind: 'run', requested_by: 'olga' }))
  await write(({ db, client }) =>
    db.updateTable('retention_runs').set({ allowed: 1 }).where('client', '=', client).execute(),
  )
  await takeSteps.handle(context(), { client: server.client, run_id })
  const waiting = await write((tx) => lockRun(tx, run_id))
  expect(waiting).toMatchObject({ state: 'NeedsWord', report: { destroyed: 1 } })
  await write(({ db, client }) =>
    db
      .updateTable('retention_runs')
      .set({ state: 'Running', continued_by: 'anna' })
      .where('client', '=', client)
      .where('run_id', '=', run_id)
      .execute(),
  )
  await takeSteps.handle(context(), { client: server.client, run_id })
  const ended = await write((tx) => lockRun(tx, run_id))
  expect(ended).toMatchObject({ state: 'Completed', continued_by: 'anna', report: { deleted: 1, destroyed: 2 } })
  expect(ended?.report.lines.reduce((sum, { destroyed }) => sum + destroyed, 0)).toBe(2)
  const began = new Date(ended?.started_at ?? 0)
  expect(await write((tx) => countDestroyed(tx, began))).toBe(2)

  for (const reference of [sound, text]) {
    expect(await server.payload(reference)).toMatchObject({ payload_state: 'Destroyed', encrypted_dek: null })
    expect(await server.custody(reference)).toContain('payload.destroyed')
  }
  expect((await server.payload(young)).payload_state).toBe('Deleted')
  expect(await server.platform.objects.head(s3_path ?? '')).toBeNull()
  expect(await run()).toMatchObject({ kind: 'run', state: 'Completed', report: { deleted: 0, destroyed: 0 } })

  // A worker that ended after a destruction, and before it stored its progress. Two of the three were destroyed by the run before.
  const [one, other] = [
    await recorded(await server.record(device, wav(1)), 80),
    await recorded(await server.record(device, wav(1)), 70),
  ]
  const again = await write((tx) => beginRun(tx, { kind: 'run', requested_by: 'olga' }))
  await write(({ db, client }) =>
    db
      .updateTable('retention_runs')
      .set({ allowed: 3 })
      .where('client', '=', client)
      .where('run_id', '=', again.run_id)
      .execute(),
  )
  await destroyPayloads(server.platform, server.client, [one], { run_id: again.run_id, by: 'olga' })
  await takeSteps.handle(context(), { client: server.client, run_id: again.run_id })
  expect(await write((tx) => lockRun(tx, again.run_id))).toMatchObject({ state: 'NeedsWord', report: { destroyed: 0 } })
  expect((await server.payload(other)).payload_state).toBe('Processed')

  const page = { before: new Date(Date.now() + dayMs), after: null, limit: 10 }
  const tombstones = await write((tx) => agedTombstones.page(tx, page))
  expect(tombstones).toHaveLength(3)
  const references = tombstones.map(({ reference }) => reference)
  expect(await write((tx) => agedTombstones.remove(tx, references))).toBe(3)
  expect((await write((tx) => agedTombstones.page(tx, page))).map(({ is_gone }) => is_gone)).toEqual([true, true, true])
})
