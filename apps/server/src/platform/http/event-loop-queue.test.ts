import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { EventLoopQueue } from './event-loop-queue.ts'

it('runs a few steps in each iteration of the event loop, in order', async () => {
  const queue = new EventLoopQueue()
  const gone: number[] = []
  const all = Array.from({ length: 10 }, (_, at) => queue.next().then(() => gone.push(at)))
  const perRound: number[] = []
  while (gone.length < 10) {
    const before = gone.length
    await setImmediate()
    perRound.push(gone.length - before)
  }
  await Promise.all(all)
  expect(Math.max(...perRound)).toBeLessThanOrEqual(4)
  expect(gone).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
