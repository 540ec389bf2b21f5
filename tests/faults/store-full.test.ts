import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { importPublicKey, sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { AccountWithHandsets, outcomeOf } from '../../apps/server/test/account-with-handsets.ts'
import { type AccountStores, faultsOfAccount, faultsOfPayload } from '../setup/consistency.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { lostAcknowledgements } from './acknowledged.ts'
import { DeliveringHandset } from './delivering-handset.ts'
import { JobQueue } from './job-queue.ts'

const run = promisify(execFile)
const mebibyte = 1024 * 1024

/** Mounts a file system of two mebibytes. Null where this user may not mount one; the title then says why. */
const mountSmallFileSystem = async (folder: string): Promise<string | null> => {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'tmpfs', folder])
    return folder
  } catch {
    await rm(folder, { recursive: true, force: true })
    return null
  }
}

const smallFolder = await mountSmallFileSystem(await mkdtemp(path.join(tmpdir(), 'holdfast-full-')))

describe.runIf(smallFolder)(
  `an object store without space${smallFolder ? '' : ' (not run: mounting a small tmpfs needs root)'}`,
  () => {
    const folder = smallFolder ?? ''
    const filler = path.join(folder, '~filler')
    const lines: string[] = []
    let account: AccountWithHandsets
    let stores: AccountStores
    let worker: Worker
    let queue: JobQueue
    beforeAll(async () => {
      account = await AccountWithHandsets.open({
        environment: { OBJECTS_URL: pathToFileURL(folder).href, HOLDFAST_LOG_LEVEL: 'warn' },
        logTo: { write: (line) => lines.push(line) },
      })
      const { platform } = account.server.api
      stores = { client: account.client, database: platform.database, objects: platform.objects }
      worker = await startWorker(account.server.settings)
      queue = new JobQueue(account.server.settings.databaseUrl)
    })
    afterAll(async () => {
      await queue.close()
      await worker.stop()
      await account.close()
      await run('umount', [folder])
      await rm(folder, { recursive: true, force: true })
    })

    /** Fills the store up to this many free bytes. */
    const leaveFreeBytes = async (bytes: number): Promise<void> => {
      await rm(filler, { force: true })
      const { bavail, bsize } = await statfs(folder)
      await writeFile(filler, Buffer.alloc(bavail * bsize - bytes))
    }

    const expectRefusedForSpace = async (handset: DeliveringHandset): Promise<void> => {
      await expect(handset.sync()).rejects.toMatchObject({ code: 'server.dependency_down', status: 503 })
      expect(await lostAcknowledgements(stores, handset.acknowledged)).toEqual([])
      // The worker may be writing a part of a recording that is stored already.
      await vi.waitFor(async () => expect(await readdir(path.join(folder, '~incoming'))).toEqual([]), {
        timeout: waitTimeoutMs,
      })
    }

    it('refuses what does not fit, keeps what it acknowledged, and continues once there is space', async () => {
      const handset = new DeliveringHandset({
        origin: account.server.origin,
        client: account.client,
        enrolment_secret: account.enrolment_secret,
        device_user_reference: 'ana.reis',
        device_reference: 'FULL1',
      })
      await handset.record()
      await leaveFreeBytes(0)
      await expectRefusedForSpace(handset)
      expect(handset.acknowledged.size).toBe(0)

      // Enough for the recordings sent with their registration, but not for the first part of the next one.
      await leaveFreeBytes(60_000)
      await expectRefusedForSpace(handset)
      expect(handset.acknowledged.size).toBe(handset.recorded.size)

      // Enough for the parts of the last recording, but not for the joined object beside them.
      await leaveFreeBytes(320_000)
      await expectRefusedForSpace(handset)

      await rm(filler)
      await vi.waitFor(
        async () => {
          await queue.makeJobsDue()
          expect(await handset.sync()).toBe(0)
        },
        { timeout: waitTimeoutMs, interval: 50 },
      )
      for (const reference of handset.recorded.keys()) expect(await faultsOfPayload(stores, reference)).toEqual([])
      expect(await faultsOfAccount(stores)).toEqual([])
    })

    it('answers a part that does not fit with the documented error, however much of it was sent', async () => {
      const { access_token } = await account.verified('FULL2')
      const { registration, sealed } = await sealedFor(account, 'FULL2', randomBytes(mebibyte))
      const { payload_reference, checksum } = registration
      const registered = await account.call(access_token, 'POST', '/payloads', { body: { items: [registration] } })
      expect(await registered.json()).toMatchObject({
        items: [{ payload_reference, result: 'registered', upload_offset: 0 }],
      })
      await leaveFreeBytes(300_000)
      const send = () =>
        fetch(`${account.server.origin}/api/device/v1/payloads/${payload_reference}/content`, {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${access_token}`,
            'content-type': 'application/octet-stream',
            'upload-offset': '0',
            'content-digest': `sha-256=:${Buffer.from(checksum, 'hex').toString('base64')}:`,
          },
          body: sealed,
        })
      lines.length = 0
      const refused = await send()
      // The answer says only that the store failed. Operators find the reason in the log.
      const warned = {
        msg: 'a call failed because of a dependency',
        err: expect.objectContaining({ type: 'StorageFull' }),
      }
      expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(warned))
      expect(refused.headers.get('retry-after')).not.toBeNull()
      expect(await outcomeOf(refused)).toEqual([503, 'server.dependency_down'])
      await rm(filler)
      expect((await send()).status).toBe(204)
    })
  },
)

const sealedFor = async ({ client, server }: AccountWithHandsets, device_reference: string, content: Uint8Array) => {
  const { database, clientKeys } = server.api.platform
  const key = await database.read(client, (tx) => clientKeys.currentPublicKey(tx))
  const named = { payload_reference: ulid(), payload_type: 'Call' as const }
  const public_key = await importPublicKey(key?.public_key ?? '')
  const { content: sealed, ...seal } = await sealBytes(content, { ...named, device_reference, public_key })
  const fields = {
    sequence: 0,
    payload_time: new Date().toISOString(),
    payload_state: 'Recorded',
    numbers: [],
    meta: { second_parties: [{ phone_number: '+447700900456' }], duration: 60 },
  }
  return { registration: { ...named, ...fields, ...seal }, sealed: Buffer.from(sealed) }
}
