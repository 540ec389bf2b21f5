import type { ListedPosition } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { distanceKm } from '../../shared/map/place.ts'
import { circleAround, indexAt, linesOf, onGlobe } from './trail.ts'

const at = (minute: number, more: Partial<ListedPosition> = {}): ListedPosition => ({
  client: 'meridian',
  gps_reference: `at-${minute}`,
  device_reference: 'PHONE',
  device_user_reference: 'ana.reis',
  group: 'London',
  received_at: '2026-01-01T12:00:00.000Z',
  accuracy: 10,
  altitude: null,
  latitude: minute / 100,
  longitude: 0,
  timestamp: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
  timezone: 'Europe/London',
  provider: 'gps',
  ...more,
})

test('a trail has a line for each device, interrupted where the device said nothing for long', () => {
  const other = { device_reference: 'TABLET' }
  const positions = [at(0), at(1, other), at(2), at(3, other), at(70), at(71), at(200)]
  expect(linesOf(positions).map((line) => line.map(([, latitude]) => latitude))).toEqual([
    [0, 0.02],
    [0.7, 0.71],
    [0.01, 0.03],
  ])
})

test('a trail across the 180th meridian takes the short way, there and back', () => {
  const longitudes = [179.5, -179.9, -178, 179]
  const positions = longitudes.map((longitude, minute) => at(minute, { longitude }))
  const [line = []] = linesOf(positions)
  expect(line.map(([longitude]) => Math.round(longitude * 10) / 10)).toEqual([179.5, 180.1, 182, 179])
})

test('a position off the globe is not drawn', () => {
  expect(onGlobe([at(0), at(1, { latitude: 91 }), at(2, { longitude: -180.5 })])).toEqual([at(0)])
})

test.each([0, 51.5, -70])('a circle around latitude %i is as wide as it should be', (latitude) => {
  const place = { latitude, longitude: 10 }
  for (const [longitude, north] of circleAround(place, 500)) {
    expect(distanceKm(place, { longitude, latitude: north })).toBeCloseTo(0.5, 2)
  }
})

test('the position at a time is the last one until then', () => {
  const positions = [at(0), at(10), at(20)]
  const minute = (value: number) => Date.UTC(2026, 0, 1, 10, value)
  expect([-5, 0, 9, 10, 15, 500].map((value) => indexAt(positions, minute(value)))).toEqual([0, 0, 0, 1, 1, 2])
})
