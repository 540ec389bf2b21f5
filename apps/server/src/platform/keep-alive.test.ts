import { expect, it, vi } from 'vitest'
import { keepAlive, type Running } from './keep-alive.ts'

const running = (): Running & { end: (reason: string) => void } => {
  let end: (reason: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  return { ended, end, stop: async () => end('was stopped') }
}

const kept = (start: () => Promise<Running>, isRequired: boolean) => {
  const said: string[] = []
  const stopping = new AbortController()
  return {
    said,
    stopping,
    options: { name: 'The worker', start, say: said.push.bind(said), isRequired, stopping: stopping.signal },
  }
}

it('a required part that fails its first start is not started again', async () => {
  const { options } = kept(() => Promise.reject(new Error('no room')), true)
  await expect(keepAlive(options)).rejects.toThrow('no room')
})

it('another part that fails its first starts is started again until it runs', async () => {
  const start = vi
    .fn<() => Promise<Running>>()
    .mockRejectedValueOnce(new Error('no room'))
    .mockRejectedValueOnce(new Error('still none'))
    .mockImplementation(async () => running())
  const { said, stopping, options } = kept(start, false)
  const stop = await keepAlive(options)
  await vi.waitUntil(() => start.mock.calls.length === 3, { timeout: 10_000 })
  expect(said).toEqual([
    'The worker did not start (no room); starting it again.',
    'The worker: still none',
    'The worker is not up yet; starting it again.',
  ])
  stopping.abort()
  await stop()
})

it('a part that has not started when everything stops is not started again', async () => {
  const start = vi.fn<() => Promise<Running>>().mockRejectedValue(new Error('no room'))
  const { stopping, options } = kept(start, false)
  const stop = await keepAlive(options)
  stopping.abort()
  await stop()
  expect(start).toHaveBeenCalledTimes(1)
})

it('a part that ends again soon after its start is said to have ended', async () => {
  const parts = [running(), running(), running()]
  const start = vi.fn<() => Promise<Running>>()
  for (const part of parts) start.mockResolvedValueOnce(part)
  const { said, stopping, options } = kept(start, true)
  const stop = await keepAlive(options)
  for (const [place, part] of parts.slice(0, 2).entries()) {
    part.end('was ended by SIGKILL')
    await vi.waitUntil(() => start.mock.calls.length === place + 2, { timeout: 10_000 })
  }
  const line = 'The worker was ended by SIGKILL; starting it again.'
  expect(said).toEqual([line, line])
  stopping.abort()
  await stop()
})
