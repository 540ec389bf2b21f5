import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { sendDaysJob } from '../../apps/server/src/modules/transfers/run-job.ts'
import { sendDays } from '../../apps/server/src/modules/transfers/send-days.ts'
import { enqueueJobs } from '../../apps/server/src/platform/database/index.ts'
import { AccountWithArchive } from '../../apps/server/test/account-with-archive.ts'
import { newPgpKey } from '../../apps/server/test/archive-parts.ts'
import { testSeed } from '../setup/seed.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { type KilledPart, startKilledPart } from './killed-part.ts'

const kills = 3

describe(`a worker that is killed while it delivers the reconciliation of a day (HOLDFAST_TEST_SEED=${testSeed})`, () => {
  let account: AccountWithArchive
  let pgp_key: string
  beforeAll(async () => {
    account = await AccountWithArchive.open()
    pgp_key = await newPgpKey()
  }, longTestTimeoutMs)
  afterAll(() => account?.close())

  const startWorker = (killAt: number): KilledPart => {
    const { settings } = account.server
    return startKilledPart('worker', killAt, {
      HOLDFAST_HOME: settings.home,
      HOLDFAST_LOG_LEVEL: 'fatal',
      HOLDFAST_WORKER_CONCURRENCY: '1',
      HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
      KEYS_URL: settings.keysUrl,
      OBJECTS_URL: settings.objectsUrl,
      DATABASE_URL: settings.databaseUrl,
    })
  }

  /** A configuration for which a day is due. Encrypted files have other bytes each time that they are made. */
  const due = async (reference: string) => {
    await account.configure({ pgp_key }, reference)
    await account.write(async (tx) => {
      await tx.db
        .updateTable('transfer_configs')
        .set({ created_at: new Date(Date.now() - 26 * 60 * 60_000) })
        .where('client', '=', account.client)
        .where('transfer_config_reference', '=', reference)
        .execute()
      await enqueueJobs(tx.db, sendDaysJob, [{ client: account.client, transfer_config_reference: reference }])
    })
  }

  const rows = (reference: string) =>
    account.read((tx) =>
      tx.db
        .selectFrom('transfer_day_files')
        .select(['json', 'delivered_at', 'file_name'])
        .where('client', '=', account.client)
        .where('transfer_config_reference', '=', reference)
        .execute(),
    )
  const isDelivered = async (reference: string) => (await rows(reference)).some((row) => row.delivered_at !== null)

  const expectOnce = async (reference: string) => {
    const stored = await rows(reference)
    expect(stored).toHaveLength(1)
    expect(stored[0]?.delivered_at).not.toBeNull()
    const folder = path.join(account.sshd.folder, 'reconciliation')
    const names = (await readdir(folder)).filter((name) => name.includes(`-${reference}-`)).sort()
    expect(names.map((name) => name.slice(name.indexOf('.')))).toEqual(['.csv.pgp', '.json.pgp'])
    for (const name of names) expect((await readFile(path.join(folder, name))).length).toBeGreaterThan(100)
    const activities = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select('events')
        .where('client', '=', account.client)
        .where('call', '=', 'JOB send_transfer_days')
        .execute(),
    )
    expect(activities.filter(({ events }) => JSON.stringify(events).includes(`"${reference}"`))).toHaveLength(1)
  }

  it('leaves a day that the next one delivers, once', { timeout: longTestTimeoutMs }, async () => {
    await due('Whole')
    const whole = startWorker(0)
    await vi.waitUntil(() => isDelivered('Whole'), { timeout: waitTimeoutMs, interval: lookIntervalMs })
    const steps = await whole.kill()
    await expectOnce('Whole')
    const first = steps.findIndex((step) => step.includes('transfer_day_files'))
    const last = steps.findLastIndex((step) => step.includes('transfer_day_files'))
    expect(last).toBeGreaterThan(first)
    const random = seededRandom(String(testSeed)).next
    for (let kill = 0; kill < kills; kill++) {
      const reference = `Killed-${kill}x`
      const number = first + 1 + Math.floor(random() * (last - first + 2))
      await due(reference)
      const worker = startWorker(number)
      await vi.waitUntil(async () => worker.hasExited() || (await isDelivered(reference)), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      await worker.kill()
      await sendDays.handle(account.context(), { client: account.client, transfer_config_reference: reference })
      await expectOnce(reference).catch((error: unknown) => {
        throw new Error(`${reference}, killed at step ${number}: ${steps[number - 1]}`, { cause: error })
      })
    }
  })
})
