import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSteps } from './yield-to-event-loop.ts'

/** The clock that `runSteps` reads, moved on by the steps themselves: how fast the machine is does not matter. */
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

/** How often something else had its turn while `work` was under way. */
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

test('others have their turn while work takes long', async () => {
  const work = runSteps(busySteps(200))
  expect(await turnsOfOthers(work)).toBeGreaterThan(4)
  expect(await work).toBe('done')
})

test('work that is soon done is done at once', async () => {
  let isDone = false
  const work = runSteps(busySteps(1)).then(() => {
    isDone = true
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(isDone).toBe(true)
  await work
})

test('what goes wrong in a step is thrown', async () => {
  function* failing(): Generator<void, never, void> {
    yield
    throw new Error('no good')
  }
  await expect(runSteps(failing())).rejects.toThrow('no good')
})
