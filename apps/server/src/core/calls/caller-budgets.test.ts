import { describe, expect, it } from 'vitest'
import { anonymousCallerAt, CallerBudgets, callerOf } from './caller-budgets.ts'

const mebibyte = 1024 * 1024
const budgets = () =>
  new CallerBudgets({ callerRequestsPerMinute: 60, callerMebibytesPerMinute: 4, strangerRequestsPerMinute: 2 })
const device = callerOf(
  'acme',
  { kind: 'device', device_reference: 'SN1', device_user_reference: null, group: 'g', held_since: null },
  '192.0.2.1',
)
const anonymousCaller = anonymousCallerAt('192.0.2.1')

describe('requests', () => {
  it('may use the budget of a minute at once, and then continue one by one', () => {
    const own = budgets()
    for (let sent = 0; sent < 60; sent++) {
      own.assertWithin(device, 0)
      own.spendRequest(device, 0)
    }
    expect(() => own.assertWithin(device, 0)).toThrow('Too many requests; try again in 1 s')
    own.assertWithin(device, 1_000)
  })

  it('are not refused for an hour when the clock is set back', () => {
    const own = budgets()
    own.spendRequest(device, 3_600_000)
    own.assertWithin(device, 0)
  })

  it('without a token have a budget of their own', () => {
    const own = budgets()
    own.spendRequest(anonymousCaller, 0)
    own.spendRequest(anonymousCaller, 0)
    expect(() => own.assertWithin(anonymousCaller, 0)).toThrow('Too many requests; try again in 30 s')
    own.assertWithin(device, 0)
    own.assertWithin(anonymousCallerAt('192.0.2.2'), 0)
  })
})

describe('bytes', () => {
  it("may use a quarter of a minute's budget at once; a body that has begun is accepted in full, and its bytes are counted", () => {
    const own = budgets()
    own.spendBytes(device, mebibyte - 1, 0)
    own.assertWithin(device, 0)
    own.spendBytes(device, 12 * mebibyte, 0)
    expect(() => own.assertWithin(device, 60_000)).toThrow('Too many requests')
    expect(() => own.assertWithin(device, 179_000)).toThrow('Too many requests; try again in 1 s')
    own.assertWithin(device, 180_001)
  })
})

describe('a caller', () => {
  it('without a token is identified by address; for IPv6 by network', () => {
    expect(callerOf('acme', { kind: 'anonymous' }, '192.0.2.1')).toBe(anonymousCaller)
    expect(anonymousCallerAt('2001:db8:1:2::1')).toBe(anonymousCallerAt('2001:db8:1:2:ffff::9'))
    expect(anonymousCallerAt('2001:db8:1:2::1')).not.toBe(anonymousCallerAt('2001:db8:1:3::1'))
  })

  it('is reported once a minute', () => {
    const own = budgets()
    expect([own.isFirstRefusal(device), own.isFirstRefusal(device), own.isFirstRefusal(anonymousCaller)]).toEqual([
      true,
      false,
      true,
    ])
  })
})
