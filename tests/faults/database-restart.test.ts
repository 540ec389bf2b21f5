import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type OpenPlatform, openPlatform } from '../../apps/server/src/core/open-platform.ts'
import { type EmbeddedPostgres, locatePostgres } from '../../apps/server/src/embedded/postgres.ts'
import { currentTermsVersion } from '../../apps/server/src/modules/session/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { type AccountStores, faultsOfAccount, faultsOfPayload } from '../setup/consistency.ts'
import { freePort } from '../setup/loopback.ts'
import { type RunningPart, runPart } from '../setup/run-part.ts'
import { lostAcknowledgements } from './acknowledged.ts'
import { openDeliveringAccount } from './delivering-account.ts'
import { DeliveringHandset } from './delivering-handset.ts'
import { JobQueue } from './job-queue.ts'
import { processTree } from './process-tree.ts'

const client = 'northwind'
/** More callers than the api has database connections. */
const callers = 13
/** Far longer than anything here takes, so that a slow machine fails no test. */
const timeout = 90_000

/**
 * The database fails while a handset delivers recordings and people make calls. No process ends, nothing acknowledged
 * is lost, and work continues.
 */
describe('a database that fails under load', () => {
  let home: string
  let postgres: EmbeddedPostgres
  let startAgain: () => Promise<EmbeddedPostgres>
  let platform: OpenPlatform
  let stores: AccountStores
  let enrolment_secret: string
  let queue: JobQueue
  let parts: RunningPart[]
  let origin: string

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'holdfast-restart-'))
    await chmod(home, 0o711)
    const location = locatePostgres({ home, log: () => {} })
    startAgain = location.start
    postgres = await location.start()
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const environment = {
      HOLDFAST_HOME: home,
      HOLDFAST_PORT: String(port),
      HOLDFAST_ORIGIN: origin,
      HOLDFAST_LOG_LEVEL: 'fatal',
      // These tests make more calls than the limits allow.
      HOLDFAST_STRANGER_REQUESTS_PER_MINUTE: '1000000',
      HOLDFAST_CALLER_REQUESTS_PER_MINUTE: '1000000',
      DATABASE_URL: location.url,
    }
    parts = [await runPart('serve', environment), await runPart('work', environment)]
    const settings = { ...readSettings(environment), databaseUrl: location.url }
    platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
    stores = { client, database: platform.database, objects: platform.objects }
    queue = new JobQueue(location.url)
    enrolment_secret = await openDeliveringAccount(platform, client)
  })

  afterAll(async () => {
    await queue?.close()
    await platform?.close()
    await Promise.all(parts?.map((part) => part.stop()) ?? [])
    await postgres?.stop()
    await rm(home, { recursive: true, force: true })
  })

  const newHandset = (device_reference: string): DeliveringHandset =>
    new DeliveringHandset({ origin, client, enrolment_secret, device_user_reference: 'ana.reis', device_reference })

  const requestStatus = async (): Promise<number> => {
    const response = await fetch(`${origin}/api/admin/v1/nobody/account/metadata`)
    if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull()
    await response.arrayBuffer()
    return response.status
  }

  const readiness = async (): Promise<unknown> => (await fetch(`${origin}/readyz`)).json()

  /** Repeats `work` until the returned function is called. */
  const repeat = (work: () => Promise<unknown>): (() => Promise<void>) => {
    let isOver = false
    const running = (async () => {
      while (!isOver) {
        await work()
        await turn()
      }
    })()
    const end = async (): Promise<void> => {
      isOver = true
      await running
    }
    onTestFinished(end)
    return end
  }

  const postmaster = (): number =>
    Number(readFileSync(path.join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const { pid } of processTree(postmaster())) process.kill(pid, signal)
  }

  const faults: [name: string, device_reference: string, begin: () => Promise<void>, end: () => Promise<void>][] = [
    [
      'is stopped and started again',
      'STOPPED',
      () => postgres.stop(),
      async () => {
        postgres = await startAgain()
      },
    ],
    [
      'is killed and started again',
      'KILLED',
      async () => {
        process.kill(postmaster(), 'SIGKILL')
        await postgres.ended
      },
      async () => {
        postgres = await startAgain()
      },
    ],
    ['hangs for a while', 'HUNG', async () => signalAll('SIGSTOP'), async () => signalAll('SIGCONT')],
  ]

  it.each(faults)(
    'the database %s: the product reports not_ready, keeps running, and recovers',
    async (_name, device_reference, begin, end) => {
      const handset = newHandset(device_reference)
      await handset.record()
      const answers = new Set<number>()
      const calling = Array.from({ length: callers }, () => repeat(async () => answers.add(await requestStatus())))
      const delivering = repeat(() => handset.sync().catch(() => undefined))
      await vi.waitUntil(() => handset.acknowledged.size > 0, { timeout })

      await begin()
      await vi.waitUntil(() => answers.has(503), { timeout })
      expect(await readiness()).toMatchObject({ status: 'not_ready', parts: { database: 'down' } })
      await end()
      await vi.waitFor(async () => expect(await readiness()).toMatchObject({ status: 'ready' }), { timeout })
      await Promise.all([...calling, delivering].map((stop) => stop()))
      expect([...answers].sort()).toEqual([404, 503])

      expect(await lostAcknowledgements(stores, handset.acknowledged)).toEqual([])
      await vi.waitFor(
        async () => {
          await queue.makeJobsDue()
          expect(await handset.sync()).toBe(0)
        },
        { timeout, interval: 200 },
      )
      for (const reference of handset.recorded.keys()) expect(await faultsOfPayload(stores, reference)).toEqual([])
      expect(await faultsOfAccount(stores)).toEqual([])
      expect(parts.map(({ process: { exitCode, signalCode } }) => exitCode ?? signalCode)).toEqual([null, null])
    },
    3 * timeout,
  )
})
