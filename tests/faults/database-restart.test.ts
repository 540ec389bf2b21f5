import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Api, startApi } from '../../apps/server/src/api.ts'
import { type EmbeddedPostgres, placePostgres } from '../../apps/server/src/embedded/postgres.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { freePort } from '../setup/loopback.ts'

const backWithinMs = 10_000
const callers = 24

/** The database restarts under load: no process ends (an error that nobody minds would fail this run), and all is served soon. */
describe('a database that restarts', () => {
  let home: string
  let postgres: EmbeddedPostgres
  let startAgain: () => Promise<EmbeddedPostgres>
  let api: Api
  let worker: Worker
  let origin: string

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'holdfast-restart-'))
    await chmod(home, 0o711)
    const placed = placePostgres({ home, log: () => {}, durable: false })
    startAgain = placed.start
    postgres = await placed.start()
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const settings = {
      ...readSettings({
        HOLDFAST_HOME: home,
        HOLDFAST_PORT: String(port),
        HOLDFAST_ORIGIN: origin,
        HOLDFAST_LOG_LEVEL: 'fatal',
      }),
      databaseUrl: placed.url,
    }
    api = await startApi(settings, { host: '127.0.0.1' })
    worker = await startWorker(settings)
  })

  afterAll(async () => {
    await worker.stop()
    await api.stop()
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  })

  const ask = async (): Promise<number> => {
    const response = await fetch(`${origin}/api/admin/v1/nobody/account/metadata`)
    if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull()
    await response.arrayBuffer()
    return response.status
  }

  it.each(['quickly', 'after a while'])('%s ends no process, and is served again within seconds', async (how) => {
    const answers = new Set<number>()
    let isOver = false
    const load = Array.from({ length: callers }, async () => {
      while (!isOver) {
        answers.add(await ask())
        await turn()
      }
    })
    onTestFinished(async () => {
      isOver = true
      await Promise.all(load)
    })
    const heard: string[] = []
    const onEvent = ({ reference }: { reference: string }) => heard.push(reference)
    const leave = api.platform.events.subscribe('admin', { onEvent, onGap: () => undefined })

    await postgres.stop()
    if (how === 'after a while')
      await vi.waitUntil(async () => (await ask()) === 503, { timeout: 5_000, interval: 500 })
    postgres = await startAgain()
    const since = Date.now()
    await vi.waitUntil(async () => (await ask()) === 404, { timeout: backWithinMs, interval: 50 })
    expect(Date.now() - since).toBeLessThan(backWithinMs)
    isOver = true
    await Promise.all(load)

    expect([...answers].filter((status) => status !== 404 && status !== 503)).toEqual([])
    const tell = () =>
      api.platform.database.transaction('admin', (tx) =>
        tx.notify({ kind: 'role', reference: how, state: null, payload_type: null, group: null }),
      )
    await vi.waitUntil(async () => tell().then(() => heard.includes(how)), { timeout: backWithinMs, interval: 100 })
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    leave()
  })
})
