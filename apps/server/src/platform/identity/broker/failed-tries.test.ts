import { expect, test } from 'vitest'
import { FailedTries } from './failed-tries.ts'

const limits = { perPerson: 3, perAddress: 5, windowSeconds: 600 }

const clockAt = (start: string) => {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    pass: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('a person has a few tries in a window, from wherever they come', () => {
  const clock = clockAt('2026-01-01T00:00:00Z')
  const tries = new FailedTries(limits, clock.now)
  for (const address of ['a', 'b', 'c']) expect(tries.take('acme', 'ines', address)).toBe(0)
  clock.pass(60)
  expect(tries.take('acme', ' INES ', 'd')).toBe(540)
  expect(tries.take('globex', 'ines', 'd')).toBe(0)
  clock.pass(540)
  expect(tries.take('acme', 'ines', 'd')).toBe(0)
})

test('an address has a few tries, whoever is tried', () => {
  const tries = new FailedTries(limits, clockAt('2026-01-01T00:00:00Z').now)
  for (const login of ['a', 'b', 'c', 'd', 'e']) expect(tries.take('acme', login, 'one address')).toBe(0)
  expect(tries.take('globex', 'f', 'one address')).toBe(600)
})

test('success gives the tries back', () => {
  const tries = new FailedTries(limits, clockAt('2026-01-01T00:00:00Z').now)
  for (let round = 0; round < 10; round += 1) {
    expect(tries.take('acme', 'ines', 'one address')).toBe(0)
    tries.succeeded('acme', 'ines', 'one address')
  }
})
