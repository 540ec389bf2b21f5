import { expect, test } from 'vitest'
import { FailedAttempts } from './failed-attempts.ts'

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

test('an address has a limited number of attempts for a person in a window of time', () => {
  const clock = clockAt('2026-01-01T00:00:00Z')
  const attempts = new FailedAttempts(limits, clock.now)
  for (let round = 0; round < 3; round += 1) expect(attempts.take('acme', 'ines', '192.0.2.1')).toBe(0)
  clock.pass(60)
  expect(attempts.take('acme', ' INES ', '192.0.2.1')).toBe(540)
  expect(attempts.take('globex', 'ines', '192.0.2.1')).toBe(0)
  clock.pass(540)
  expect(attempts.take('acme', 'ines', '192.0.2.1')).toBe(0)
})

test('attempts from one address do not block a person elsewhere', () => {
  const attempts = new FailedAttempts(limits, clockAt('2026-01-01T00:00:00Z').now)
  for (let round = 0; round < 4; round += 1) attempts.take('acme', 'ines', '198.51.100.7')
  expect(attempts.take('acme', 'ines', '198.51.100.7')).toBe(600)
  expect(attempts.take('acme', 'ines', '192.0.2.1')).toBe(0)
})

test('the addresses of one IPv6 network count as one', () => {
  const attempts = new FailedAttempts(limits, clockAt('2026-01-01T00:00:00Z').now)
  for (const last of [1, 2, 3]) expect(attempts.take('acme', 'ines', `2001:db8:1:2::${last}`)).toBe(0)
  expect(attempts.take('acme', 'ines', '2001:db8:1:2:ffff::9')).toBe(600)
  expect(attempts.take('acme', 'ines', '2001:db8:1:3::1')).toBe(0)
})

test('an address has a limited number of attempts, whoever they are for', () => {
  const attempts = new FailedAttempts(limits, clockAt('2026-01-01T00:00:00Z').now)
  for (const login of ['a', 'b', 'c', 'd', 'e']) expect(attempts.take('acme', login, 'one address')).toBe(0)
  expect(attempts.take('globex', 'f', 'one address')).toBe(600)
})

test('attempts are not counted after a success', () => {
  const attempts = new FailedAttempts(limits, clockAt('2026-01-01T00:00:00Z').now)
  for (let round = 0; round < 10; round += 1) {
    expect(attempts.take('acme', 'ines', 'one address')).toBe(0)
    attempts.succeeded('acme', 'ines', 'one address')
  }
})
