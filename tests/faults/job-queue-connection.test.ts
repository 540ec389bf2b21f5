import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningJobs, runJobs } from '../../apps/server/src/platform/jobs/run-jobs.ts'
import { DeviceServer } from '../../apps/server/test/device-server.ts'
import { TcpProxy } from '../setup/tcp-proxy.ts'

const timeout = 60_000
const task = { name: 'task', payload: {}, maxAttempts: 3 }

/**
 * The job queue loses its database connections, or its database stops answering. It restarts by itself, and no job is
 * lost.
 */
describe('the job queue', () => {
  let server: DeviceServer
  let proxy: TcpProxy
  let queue: RunningJobs
  const done: string[] = []
  beforeAll(async () => {
    server = await DeviceServer.start()
    const proxied = await TcpProxy.beforeDatabase(server.databaseUrl)
    proxy = proxied.proxy
    queue = await runJobs({
      platform: server.platform,
      databaseUrl: proxied.url,
      jobs: [{ definition: task, handle }],
      concurrency: 2,
      queryTimeoutMs: 1_000,
    })
  })
  afterAll(async () => {
    proxy?.release()
    await queue?.stop()
    await proxy?.close()
    await server?.stop()
  })

  /** When jobs of these names may end. */
  const mayEnd = new Map<string, Promise<void>>()
  const handle = async (_: unknown, { name }: { name: string }) => {
    done.push(name)
    await mayEnd.get(name)
  }
  const add = (name: string): Promise<void> =>
    server.platform.database.transaction(server.client, (tx) => tx.enqueue(task, { name }))
  const isDone = (name: string): Promise<void> => vi.waitFor(() => expect(done).toContain(name), { timeout })

  it('resumes its jobs after its connections were cut', { timeout: 2 * timeout }, async () => {
    await add('before')
    await isDone('before')
    for (const round of ['first', 'second']) {
      proxy.cut()
      await add(`cut, ${round}`)
      await isDone(`cut, ${round}`)
    }
  })

  it('resumes its jobs after the database did not answer for too long', { timeout: 2 * timeout }, async () => {
    const lines: string[] = []
    const warn = vi.spyOn(server.platform.log, 'warn').mockImplementation((...args: unknown[]) => {
      lines.push(args.map(String).join(' '))
    })
    proxy.hang()
    await add('hung')
    // By now it has given up the silent connections and is refused new ones.
    await vi.waitFor(() => expect(lines.join('\n')).toMatch(/The job queue .*starting it again/), { timeout })
    expect(done).not.toContain('hung')
    proxy.release()
    await isDone('hung')
    await add('after')
    await isDone('after')
    warn.mockRestore()
  })

  it('starts again after two jobs could not be completed at the same time', { timeout: 2 * timeout }, async () => {
    const warn = vi.spyOn(server.platform.log, 'warn').mockImplementation(() => undefined)
    const failures = () => warn.mock.calls.filter((args) => JSON.stringify(args).includes('Failed to complete jobs'))
    const { promise, resolve } = Promise.withResolvers<void>()
    mayEnd.set('one', promise)
    // Later, so that each is completed by a statement of its own.
    mayEnd.set(
      'other',
      promise.then(() => pause(20)),
    )
    await add('one')
    await add('other')
    await isDone('one')
    await isDone('other')
    proxy.hangAt('complete_job/')
    resolve()
    await vi.waitFor(() => expect(failures()).toHaveLength(2), { timeout })
    proxy.release()
    await add('after both')
    await isDone('after both')
    warn.mockRestore()
  })
})
