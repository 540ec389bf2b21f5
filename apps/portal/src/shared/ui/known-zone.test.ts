import { expect, test } from 'vitest'
import { zoneOf } from './known-zone.ts'

test.each([
  ['Europe/London', 'Europe/London'],
  ['GMT+12:00', '+12:00'],
  ['GMT-03:30', '-03:30'],
  ['GMT+5', '+05:00'],
  ['UTC+0530', '+05:30'],
  ['+02:00', '+02:00'],
  ['GMT', 'UTC'],
  ['GMT+99:00', undefined],
  ['Mars/Olympus', undefined],
  ['', undefined],
])('the zone %s is %s', (named, zone) => {
  expect(zoneOf(named)).toBe(zone)
})
