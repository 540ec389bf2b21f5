import { expect, test } from 'vitest'
import { placesOf } from './places-of-payload.ts'

const names = { device: 'Device', photo: 'Photo' }
const payload_time = '2026-11-20T14:00:00.000Z'

test('the place of the photo comes first, then the device, nearest in time', () => {
  const locations = [
    { latitude: 1, longitude: 1 },
    { latitude: 2, longitude: 2, timestamp: '2026-11-20T12:00:00.000Z' },
    { latitude: 3, longitude: 3, timestamp: '2026-11-20T14:01:00.000Z' },
  ]
  const places = placesOf({ payload_time, meta: { locations } }, { position: { latitude: 9, longitude: 9 } }, names)
  expect(places.map(({ kind, latitude }) => [kind, latitude])).toEqual([
    ['photo', 9],
    ['device', 3],
    ['device', 2],
    ['device', 1],
  ])
})

test('positions off the globe are left out, and there are at most 1,000', () => {
  const locations = [
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -181 },
    ...Array.from({ length: 2_000 }, () => ({ latitude: 5, longitude: 5 })),
  ]
  expect(placesOf({ payload_time, meta: { locations } }, undefined, names)).toHaveLength(1_000)
  expect(placesOf({ payload_time, meta: {} }, {}, names)).toEqual([])
})
