import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serviceNames } from '@holdfast/contract'
import { type Handset, openHandset, systemClock } from '@holdfast/device-kit'
import { openFolderStorage } from '@holdfast/device-kit/folder-storage'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker, type Worker } from '../../server/src/worker.ts'
import { AccountWithHandsets } from '../../server/test/account-with-handsets.ts'
import { cities } from '../src/cities.ts'
import { commandHandlers } from '../src/command-handlers.ts'
import type { SimulatedIdentity } from '../src/fleet-file.ts'
import { hardwareOf } from '../src/handset-hardware.ts'
import { openMediaFolder } from '../src/media-folder.ts'
import { recordingsOf } from '../src/recordings.ts'
import { recordingKinds } from '../src/simulated-recording.ts'
import { telemetryAt } from '../src/telemetry.ts'

const media = await openMediaFolder(path.join(import.meta.dirname, '../../../media'))
const city = cities.london
const device_reference = 'NO-SIM-0001'

let folder: string
let account: AccountWithHandsets
let worker: Worker
let handset: Handset

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fleet-'))
  account = await AccountWithHandsets.open()
  await account.onboard('priya.banerjee', { services: [...serviceNames] })
  worker = await startWorker(account.server.settings)
  handset = await openHandset({
    ...identity(),
    ...hardware(),
    origin: account.server.origin,
    storage: await openFolderStorage(folder),
    partBytes: 100_000,
  })
})
afterAll(async () => {
  await worker.stop()
  await account.close()
  await rm(folder, { recursive: true })
})

const identity = (): SimulatedIdentity => ({
  client: account.client,
  enrolment_secret: account.enrolment_secret,
  device_user_reference: 'priya.banerjee',
  device_reference,
  city: 'london',
})
const hardware = () => {
  const { device_info, phone_numbers, imeis } = hardwareOf(identity())
  return { device_info, phone_numbers, imeis }
}
const circumstances = () => ({ city, phone_number: '+447700900123', imeis: hardware().imeis, until: new Date() })

const syncUntilDelivered = async (): Promise<void> => {
  const { wait } = systemClock()
  for (;;) {
    const { pending, held } = await handset.sync()
    expect(held).toEqual([])
    if (pending === 0) return
    await wait(100)
  }
}

const payloads = () =>
  account.read((tx) =>
    tx.db
      .selectFrom('payloads')
      .select(['sequence', 'payload_type', 'payload_state', 'media', 'failure'])
      .where('client', '=', tx.client)
      .where('device_reference', '=', device_reference)
      .orderBy('sequence')
      .execute(),
  )

it('accepts every kind of simulated recording, processes it, and lets the handset delete its copy', async () => {
  expect((await handset.authenticate()).install_state).toBe('NewInstall')
  for (const kind of recordingKinds) {
    for (const recording of await recordingsOf(kind, 'one', media, circumstances())) await handset.record(recording)
  }
  await syncUntilDelivered()
  const stored = await payloads()
  expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, at) => at))
  expect(new Set(stored.map(({ payload_type }) => payload_type))).toEqual(new Set(recordingKinds))
  for (const { payload_type, payload_state, failure } of stored) {
    const isNotRecorded = payload_type === 'AbortedCall' || payload_type === 'BlockedCall'
    expect({ payload_type, payload_state, failure }).toEqual({
      payload_type,
      payload_state: isNotRecorded ? 'NotRecorded' : 'Processed',
      failure: null,
    })
  }
})

it('gets recordings sealed with a new key from the one after the next registration', async () => {
  const former = (await handset.configuration()).public_key.key_id
  const { key_id } = await account.write((tx) => account.server.api.platform.clientKeys.rotate(tx))
  const photos = await recordingsOf('Photo', 'one', media, circumstances())
  const sealedWith: (string | null)[] = []
  for (const recording of [...photos.slice(0, 1), ...photos.slice(0, 1)]) {
    const { payload_reference } = await handset.record(recording)
    await syncUntilDelivered()
    const row = await account.read((tx) =>
      tx.db
        .selectFrom('payloads')
        .select('key_id')
        .where('client', '=', tx.client)
        .where('payload_reference', '=', payload_reference)
        .executeTakeFirst(),
    )
    sealedWith.push(row?.key_id ?? null)
  }
  expect(sealedWith).toEqual([former, key_id])
  for (const { payload_state } of (await payloads()).slice(-2)) expect(payload_state).toBe('Processed')
})

it('accepts logs, a position and telemetry', async () => {
  const timestamp = new Date().toISOString()
  await handset.log([{ log_class: 'Recorder', log_level: 'INFO', log_message: 'Recording began' }])
  await handset.addPositions([
    { latitude: 51.5, longitude: -0.1, accuracy: 8, altitude: null, provider: 'gps', timestamp },
  ])
  await handset.addTelemetry(telemetryAt(new Date(), hardwareOf(identity()), city, 0))
  await handset.sync()
  const counts = await account.read(async (tx) => ({
    logs: (await tx.db.selectFrom('device_logs').selectAll().where('client', '=', tx.client).execute()).length,
    positions: (await tx.db.selectFrom('gps').selectAll().where('client', '=', tx.client).execute()).length,
  }))
  expect(counts).toEqual({ logs: 1, positions: 1 })
})

it('has its commands executed: diagnostics arrive, and the command is Completed', async () => {
  const command_reference = '01JD0000000000000000000001'
  await account.write((tx) =>
    tx.db
      .insertInto('device_commands')
      .values({
        client: tx.client,
        command_reference,
        command: 'diagnostics_upload',
        params: '{}',
        device_reference,
        group: 'London',
        state: 'Sent',
        raised_by: 'ines',
        sent_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
  await handset.runCommands(commandHandlers({ handset, circumstances, conversation: async () => [] }))
  await syncUntilDelivered()
  const command = await account.read((tx) =>
    tx.db
      .selectFrom('device_commands')
      .select('state')
      .where('client', '=', tx.client)
      .where('command_reference', '=', command_reference)
      .executeTakeFirst(),
  )
  expect(command?.state).toBe('Completed')
  expect((await payloads()).at(-1)).toMatchObject({ payload_type: 'Diagnostics', payload_state: 'Processed' })
})
