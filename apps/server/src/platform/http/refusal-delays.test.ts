import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RefusalDelays } from './refusal-delays.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('delays up to four refusals of a caller at a time', async () => {
  const refusalDelays = new RefusalDelays()
  const over: string[] = []
  const ask = (caller: string, name: string) => refusalDelays.delay(caller).then(() => over.push(name))
  const all = ['1', '2', '3', '4', '5'].map((name) => ask('a', `a${name}`))
  all.push(ask('b', 'b1'))
  await vi.advanceTimersByTimeAsync(400)
  expect(over).toEqual(['a5'])
  await vi.advanceTimersByTimeAsync(1_200)
  await Promise.all(all)
  expect(over.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1'])
  void ask('a', 'a6')
  await vi.advanceTimersByTimeAsync(400)
  expect(over).not.toContain('a6')
})

it('delays up to 200 refusals at a time', async () => {
  const refusalDelays = new RefusalDelays()
  let over = 0
  for (let caller = 0; caller < 250; caller++) void refusalDelays.delay(`${caller}`).then(() => (over += 1))
  await vi.advanceTimersByTimeAsync(400)
  expect(over).toBe(50)
})
