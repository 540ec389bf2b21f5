import type pg from 'pg'
import { ulid } from 'ulid'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Job } from '../../apps/server/src/core/jobs.ts'
import { continueBacklogs } from '../../apps/server/src/modules/derived-media/continue-backlogs.ts'
import { deriveMedia, deriveRequestedMedia } from '../../apps/server/src/modules/derived-media/derive-media.ts'
import { type DeriveMediaJob, deriveMediaJob } from '../../apps/server/src/modules/derived-media/derive-media-job.ts'
import { addToBacklog, enqueueRequested, toDerive } from '../../apps/server/src/modules/derived-media/media-backlog.ts'
import { processPayload } from '../../apps/server/src/modules/processing/process-payload.ts'
import { type RunningJobs, runJobs } from '../../apps/server/src/platform/jobs/index.ts'
import { DecodingError } from '../../apps/server/src/platform/media/index.ts'
import { StorageFull, StorageUnavailable } from '../../apps/server/src/platform/objects/index.ts'
import { DeviceServer, type TestDevice } from '../../apps/server/test/device-server.ts'
import { wav } from '../../apps/server/test/media-fixtures.ts'
import { ownerPool } from '../setup/owner-pool.ts'

let server: DeviceServer
let device: TestDevice
let owner: pg.Pool
let workers: RunningJobs[]
beforeEach(async () => {
  workers = []
  server = await DeviceServer.start()
  device = await server.addDevice('DEVICE-1')
  owner = ownerPool(server.databaseUrl)
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await owner.end()
  await server.stop()
})

/** Recordings that do not exist wait like others, and are passed over when their turn comes. */
const references = (count: number): string[] => Array.from({ length: count }, () => ulid()).sort()

const add = (client: string, payload_references: readonly string[]) =>
  server.platform.database.transaction(client, (tx) => addToBacklog(tx, deriveMediaJob, payload_references))

const request = (payload_reference: string) =>
  server.platform.database.transaction(server.client, (tx) => enqueueRequested(tx, toDerive, payload_reference))

const processed = async (): Promise<string> => {
  const { registration, sealed } = await server.record(device, wav(1))
  const { payload_reference } = registration
  await device.register(registration)
  await device.upload(payload_reference, 0, sealed)
  await processPayload.handle(context(), { client: server.client, payload_reference })
  return payload_reference
}

const context = () => ({ platform: server.platform, attempt: 1, signal: new AbortController().signal })
const start = (payload_reference: string) => deriveMedia.handle(context(), { client: server.client, payload_reference })

const work = async (...jobs: Job<DeriveMediaJob>[]): Promise<void> => {
  const { platform, databaseUrl } = server
  workers.push(await runJobs({ platform, databaseUrl, jobs, concurrency: 1 }))
}

/** The jobs in the queue, with the place of their recording in `all`, in the order of that. */
const queued = async (all: readonly string[]): Promise<[string, number][]> => {
  const { rows } = await owner.query<{ name: string; reference: string }>(
    `select task_identifier as name, split_part(key, '/', 2) as reference from graphile_worker.jobs
      where task_identifier ~ '^derive_'`,
  )
  return rows
    .map(({ name, reference }): [string, number] => [name, all.indexOf(reference)])
    .sort(([, one], [, other]) => one - other)
}

const failures = async (payload_reference: string): Promise<(string | null)[]> => {
  const rows = await server.platform.database.read(server.client, (tx) =>
    tx.db
      .selectFrom('derived_media')
      .select('failure')
      .where('client', '=', server.client)
      .where('payload_reference', '=', payload_reference)
      .execute(),
  )
  return rows.map(({ failure }) => failure)
}

it('gives accounts turns: one recording of an account waits for two of another that has 20', async () => {
  const many = references(20)
  const [other = ''] = references(1)
  const started: string[] = []
  await add('harbour', many)
  await work({
    ...deriveMedia,
    handle: async (given, job) => {
      await deriveMedia.handle(given, job)
      if (started.length === 0) await add('quay', [other])
      started.push(job.payload_reference)
    },
  })
  await expect.poll(() => started.length, { timeout: 60_000 }).toBe(21)
  expect(started).toEqual([...many.slice(0, 2), other, ...many.slice(2)])
})

it('what somebody waits for takes no turn, and holds up nobody', async () => {
  const all = references(4)
  const [first = '', , third = ''] = all
  await add('harbour', all)
  expect(await queued(all)).toEqual([['derive_media', 0]])
  await request(third)
  const [waiting, requested] = [
    ['derive_media', 0],
    ['derive_requested_media', 2],
  ]
  expect(await queued(all)).toEqual([waiting, requested])
  await request(first)
  expect(await queued(all)).toEqual([['derive_requested_media', 0], ['derive_media', 1], requested])
  await deriveRequestedMedia.handle(context(), { client: server.client, payload_reference: first })
  expect(await queued(all)).toEqual([['derive_requested_media', 0], ['derive_media', 1], requested])
})

it('a recording that is added while the last one starts gets its job', async () => {
  const all = references(2)
  const [last = '', added = ''] = all
  await add('harbour', [last])
  const isAdded = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const adding = server.platform.database.transaction('harbour', async (tx) => {
    await addToBacklog(tx, deriveMediaJob, [added])
    isAdded.resolve()
    await mayCommit.promise
  })
  await isAdded.promise
  const starting = start(last)
  const waits = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  try {
    await expect.poll(async () => (await owner.query(waits)).rowCount, { timeout: 10_000 }).toBe(1)
  } finally {
    mayCommit.resolve()
    await Promise.all([adding, starting])
  }
  expect(await queued(all)).toContainEqual(['derive_media', 1])
})

it('loses nothing when a worker is killed after it took a recording', async () => {
  const all = [await processed(), await processed()]
  const taken = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<never>()
  // biome-ignore lint/correctness/useYield: it never gets so far
  const decode = vi.spyOn(server.platform.media, 'decode').mockImplementationOnce(async function* () {
    taken.resolve()
    await killed.promise
  })
  onTestFinished(() => decode.mockRestore())
  await work(deriveMedia)
  await taken.promise
  // As if its process were gone.
  await owner.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`)
  await work(deriveMedia)
  for (const reference of all) {
    await expect.poll(() => failures(reference), { timeout: 60_000 }).toEqual([null, null])
  }
  killed.reject(new Error('killed'))
})

it('goes on after a recording whose decoder crashes', async () => {
  const [first = '', second = ''] = [await processed(), await processed()]
  const decode = vi.spyOn(server.platform.media, 'decode').mockImplementationOnce(() => {
    throw new DecodingError('crashed', 'as the test wants')
  })
  onTestFinished(() => decode.mockRestore())
  await work(deriveMedia)
  await expect.poll(() => failures(second), { timeout: 60_000 }).toEqual([null, null])
  expect(await failures(first)).toEqual(['crashed', 'crashed'])
})

it('continues if the job of the first is gone, as when a worker of an earlier version ran it', async () => {
  const all = references(2)
  await add('harbour', all)
  await owner.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs')
  expect(await queued(all)).toEqual([])
  await continueBacklogs.handle(context(), {})
  await continueBacklogs.handle(context(), {})
  expect(await queued(all)).toEqual([['derive_media', 0]])
})

describe('while the object store takes nothing', () => {
  const failing = (error: Error) => {
    const put = vi.spyOn(server.platform.objects, 'put').mockRejectedValue(error)
    const decode = vi.spyOn(server.platform.media, 'decode')
    onTestFinished(() => [put, decode].forEach((spy) => void spy.mockRestore()))
    return { put, decode }
  }

  /** Moves the clock of the process, which knows when its store failed. */
  const laterBy = (minutes: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    const measure = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => measure() + minutes * 60_000)
    onTestFinished(() => {
      vi.useRealTimers()
      clock.mockRestore()
    })
  }

  const outages = [new StorageFull('no room'), new StorageUnavailable('no answer')]
  it.each(outages)('recordings wait without losing attempts, and get their parts afterwards: $name', async (error) => {
    const all = [await processed(), await processed()]
    const [first = '', second = ''] = all
    const { put, decode } = failing(error)
    await work(deriveMedia)
    await expect.poll(() => queued(all)).toEqual([])
    expect(decode).toHaveBeenCalledTimes(1)
    expect([await failures(first), await failures(second)]).toEqual([[], []])

    put.mockRestore()
    laterBy(6)
    await continueBacklogs.handle(context(), {})
    for (const reference of all) await expect.poll(() => failures(reference)).toEqual([null, null])
  })

  it('what somebody waits for is tried sooner than the others', async () => {
    const reference = await processed()
    const { decode } = failing(new StorageFull('no room'))
    const requested = () =>
      deriveRequestedMedia.handle(context(), { client: server.client, payload_reference: reference })
    await requested()
    await requested()
    expect(decode).toHaveBeenCalledTimes(1)
    laterBy(1)
    await start(reference)
    expect(decode).toHaveBeenCalledTimes(1)
    await requested()
    expect(decode).toHaveBeenCalledTimes(2)
  })
})
