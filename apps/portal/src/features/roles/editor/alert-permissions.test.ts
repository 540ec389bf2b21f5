import { expect, it } from 'vitest'
import { lacksAction, showsNone, withReading } from './alert-permissions.ts'

it('whoever handles alerts sees them', () => {
  expect(withReading([], ['ops_write'])).toEqual(['ops_write', 'ops_read'])
  expect(withReading(['ops_read', 'ops_write'], ['ops_write'])).toEqual([])
  expect(withReading(['ops_read'], ['ops_read', 'sec_read'])).toEqual(['ops_read', 'sec_read'])
})

it('a role that allows seeing alerts and shows none is told, and the reverse', () => {
  expect(showsNone([], ['alerts:read'])).toBe(true)
  expect(showsNone(['sec_read'], ['alerts:read'])).toBe(false)
  expect(showsNone([], ['groups:read'])).toBe(false)
  expect(lacksAction(['sec_read'], ['groups:read'])).toBe(true)
  expect(lacksAction(['sec_read'], ['alerts:read'])).toBe(false)
  expect([showsNone([], undefined), lacksAction(['sec_read'], undefined)]).toEqual([false, false])
})
