import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSteps } from './yield-to-event-loop.ts'

/** The clock that `runSteps` reads. The steps advance it, so the speed of the machine does not matter. */
let clockMs = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function* busySteps(milliseconds: number): Generator<void, string, void> {
  for (const end = clockMs + milliseconds; clockMs < end; clockMs += 1) yield
  return 'done'
}

/** Counts the iterations of the event loop while `work` was running. */
const turnsOfOthers = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  let isUnderWay = true
  const others = async () => {
    for (; isUnderWay; turns++) await setImmediate()
  }
  const counting = others()
  await work
  isUnderWay = false
  await counting
  return turns
}

test('other work can run while a long task is running', async () => {
  const work = runSteps(busySteps(200))
  expect(await turnsOfOthers(work)).toBeGreaterThan(4)
  expect(await work).toBe('done')
})

test('a short task is finished at once', async () => {
  let isDone = false
  const work = runSteps(busySteps(1)).then(() => {
    isDone = true
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(isDone).toBe(true)
  await work
})

test('an error in a step is thrown', async () => {
  function* failing(): Generator<void, never, void> {
    yield
    throw new Error('no good')
  }
  await expect(runSteps(failing())).rejects.toThrow('no good')
})
