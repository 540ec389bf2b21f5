import { createHash } from 'node:crypto'
import type { Transferable } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { readS3Address } from '../../apps/server/src/platform/objects/s3-address.ts'
import { AccountWithArchive } from '../../apps/server/test/account-with-archive.ts'
import { filesInBucket, newPgpKey } from '../../apps/server/test/archive-parts.ts'
import { testSeed } from '../setup/seed.ts'
import { type StsStandIn, startSts } from '../setup/sts.ts'
import { type Swift, startSwift } from '../setup/swift.ts'
import { longTestTimeoutMs, lookIntervalMs, waitTimeoutMs } from '../setup/time-limits.ts'
import { type KilledPart, startKilledPart } from './killed-part.ts'

const role = 'arn:aws:iam::111122223333:role/archive'
const messages = 5
/** A plain one, one whose files have other bytes each time that they are written, one of messages that stand together, and a bucket. */
const configurations = ['Plain', 'Encrypted', 'Mail', 'Bucket'] as const
type Configuration = (typeof configurations)[number]

/**
 * A worker is killed at a step of a transfer. The next one finds out what arrived: in the end each file is at the destination once and
 * whole, and each recording is recorded as sent once.
 * @param most how many of the steps are tested, chosen at random
 */
export const killAtStepsOfTransfers = (most: number): void => {
  describe(`a worker that is killed at a step of a transfer (HOLDFAST_TEST_SEED=${testSeed})`, () => {
    let account: AccountWithArchive
    let swift: Swift
    let sts: StsStandIn
    beforeAll(async () => {
      swift = await startSwift()
      const { credentials = { accessKeyId: '', secretAccessKey: '' } } = readS3Address(swift.url)
      const roles: Record<string, string | null> = {}
      sts = await startSts(roles, credentials)
      account = await AccountWithArchive.open({ environment: { TRANSFER_STS_URL: sts.url } })
      const pgp_key = await newPgpKey()
      await account.configure({}, 'Plain')
      const wrapping = { pgp_key, transfer_file_format: 'ZippedWithPassword', zip_password: 'correct horse' }
      await account.configure({ metadata_format: 'CSV', ...wrapping }, 'Encrypted')
      await account.configure({ metadata_format: 'EML' }, 'Mail')
      const { bucket, endpoint = '', region } = readS3Address(swift.url)
      const params = { target_type: 'S3', destination: `s3://${bucket}`, iam_role_arn: role, region, endpoint }
      await account.configure({ params }, 'Bucket')
      const { external_id } = await account.config('Bucket')
      roles[role] = external_id
    }, longTestTimeoutMs)
    afterAll(async () => {
      await account?.close()
      await sts?.stop()
      await swift?.stop()
    })

    const startKilledWorker = (killAt: number): KilledPart => {
      const { settings } = account.server
      return startKilledPart('worker', killAt, {
        HOLDFAST_HOME: settings.home,
        HOLDFAST_LOG_LEVEL: 'fatal',
        HOLDFAST_WORKER_CONCURRENCY: '1',
        HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true',
        TRANSFER_STS_URL: sts.url,
        KEYS_URL: settings.keysUrl,
        OBJECTS_URL: settings.objectsUrl,
        DATABASE_URL: settings.databaseUrl,
      })
    }

    const begun = async (configuration: Configuration): Promise<{ transfer: Transferable; references: string[] }> => {
      const references = await account.messages(messages)
      const path = `/transfer_configs/${configuration}/run`
      return { transfer: await account.ask<Transferable>('POST', path, {}), references }
    }

    const isOver = async ({ transfer_id }: Transferable): Promise<boolean> =>
      (await account.found(transfer_id)).state === 'Succeeded'

    const rowsOf = ({ transfer_id }: Transferable) =>
      account.read(async (tx) => ({
        files: await tx.db
          .selectFrom('transfer_files')
          .select(['file_name', 'sha256', 'state'])
          .where('client', '=', tx.client)
          .where('transfer_id', '=', transfer_id)
          .orderBy('file_name')
          .execute(),
        attempts: await tx.db
          .selectFrom('transfer_attempts')
          .select('file_number')
          .where('client', '=', tx.client)
          .where('transfer_id', '=', transfer_id)
          .where('state', '=', 'Succeeded')
          .execute(),
      }))

    const expectWhole = async (configuration: Configuration, transfer: Transferable, references: readonly string[]) => {
      const found = await account.found(transfer.transfer_id)
      expect(found).toMatchObject({ state: 'Succeeded', counts: { failed: 0, waiting: 0 } })
      const { collected, sent } = found.counts
      expect(sent).toBe(collected)
      const { files, attempts } = await rowsOf(transfer)
      expect(files.filter(({ state }) => state !== 'Succeeded')).toEqual([])
      expect(attempts).toHaveLength(files.length)
      const names = files.map(({ file_name }) => file_name).sort()
      const delivered =
        configuration === 'Bucket' ? await filesInBucket(swift.url, transfer.folder) : await account.delivered(transfer)
      expect(delivered.filter((name) => !/(^|\/)\.holdfast-/.test(name))).toEqual(names)
      for (const { file_name, sha256 } of configuration === 'Bucket' ? [] : files) {
        const content = await account.file(transfer, file_name)
        expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
      }
      const items = await account.items(transfer.transfer_id)
      expect(items.every(({ times_sent, sha256 }) => times_sent === 1 && sha256 !== null)).toBe(true)
      const custody = await account.read((tx) =>
        tx.db
          .selectFrom('custody_events')
          .select(['payload_reference', 'details'])
          .where('client', '=', tx.client)
          .where('event', '=', 'payload.transferred')
          .where('payload_reference', 'in', references)
          .execute(),
      )
      const ofTransfer = custody.filter(({ details }) => details.transfer_id === transfer.transfer_id)
      expect(ofTransfer).toHaveLength(references.length)
    }

    /** As if the lease of the worker that died had ended. */
    const endLease = ({ transfer_id }: Transferable) =>
      account.write((tx) =>
        tx.db
          .updateTable('transfers')
          .set({ leased_until: new Date(tx.now.getTime() - 1000) })
          .where('client', '=', tx.client)
          .where('transfer_id', '=', transfer_id)
          .where('leased_until', 'is not', null)
          .execute(),
      )

    const expectRecovery = async (configuration: Configuration, number: number): Promise<void> => {
      const { transfer, references } = await begun(configuration)
      const worker = startKilledWorker(number)
      await vi.waitUntil(async () => worker.hasExited() || (await isOver(transfer)), {
        timeout: waitTimeoutMs,
        interval: lookIntervalMs,
      })
      await worker.kill()
      await endLease(transfer)
      await account.work(configuration)
      await expectWhole(configuration, transfer, references)
    }

    const steps = new Map<Configuration, { first: number; last: number }>()
    it.each(configurations)(
      'passes through a number of steps: %s',
      { timeout: longTestTimeoutMs },
      async (configuration) => {
        const { transfer, references } = await begun(configuration)
        const worker = startKilledWorker(0)
        await vi.waitUntil(() => isOver(transfer), { timeout: waitTimeoutMs, interval: lookIntervalMs })
        const all = await worker.kill()
        await expectWhole(configuration, transfer, references)
        const first = all.findIndex((step) => step.includes('transfer_configs'))
        steps.set(configuration, { first, last: all.findLastIndex((step) => step.includes('manifest_at')) })
        expect(first).toBeGreaterThan(0)
      },
    )

    it('leaves a transfer that the next one completes', { timeout: longTestTimeoutMs }, async () => {
      const random = seededRandom(String(testSeed)).next
      for (let kill = 0; kill < most; kill++) {
        const configuration = configurations[kill % configurations.length] ?? 'Plain'
        const { first = 0, last = 0 } = steps.get(configuration) ?? {}
        const number = first + 1 + Math.floor(random() * (last - first + 1))
        await expectRecovery(configuration, number).catch((error: unknown) => {
          throw new Error(`${configuration}, killed at step ${number}`, { cause: error })
        })
      }
    })
  })
}
