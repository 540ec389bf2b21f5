import { expect, test } from 'vitest'
import { timeZoneOf } from './time-zone.ts'

test('a known source has the time zone of its last run, until another one is chosen', () => {
  const earlier = [
    { source: 'voicebox', time_zone: 'Europe/Lisbon' },
    { source: 'voicebox', time_zone: 'UTC' },
  ]
  const last = { time_zone: 'Europe/Lisbon', isSaved: true }
  const own = { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, isSaved: false }
  expect(timeZoneOf('voicebox', null, earlier)).toEqual(last)
  expect(timeZoneOf('voice', null, earlier)).toEqual(own)
  expect(timeZoneOf('voicebox', 'Asia/Tokyo', earlier)).toEqual({ time_zone: 'Asia/Tokyo', isSaved: false })
})
