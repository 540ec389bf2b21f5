import { expect, it } from 'vitest'
import { nextTry, triedForMs } from './retry-times.ts'

const began = new Date('2026-03-01T00:00:00.000Z')
const retryUntil = new Date(began.getTime() + triedForMs)

it.each([0, 0.999])('tries go on over three days, each after a longer pause (jitter %d)', (random) => {
  const hours: number[] = []
  let now: Date | null = began
  for (let attempts = 1; now && attempts < 100; attempts++) {
    hours.push((now.getTime() - began.getTime()) / 3_600_000)
    now = nextTry({ attempts, retryUntil }, now, random)
  }
  expect(hours.length).toBeGreaterThanOrEqual(7)
  expect(hours.length).toBeLessThan(12)
  expect(hours.at(-1)).toBeGreaterThan(48)
  expect(hours.at(-1)).toBeLessThanOrEqual(72)
  const pauses = hours.slice(1).map((hour, at) => hour - (hours[at] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
})

it('what failed together is not tried together again', () => {
  const times = [0, 0.5, 0.9].map((random) => nextTry({ attempts: 2, retryUntil }, began, random)?.getTime())
  expect(new Set(times).size).toBe(3)
})
