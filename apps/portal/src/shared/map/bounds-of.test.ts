import { expect, test } from 'vitest'
import { boundsOf } from './bounds-of.ts'

test.each([
  ['two towns of Europe', [-0.1, 9.2], [-0.1, 9.2]],
  ['both sides of the 180th meridian', [179.5, -179.5], [179.5, 180.5]],
  ['one place', [-46.6], [-46.6, -46.6]],
])('the area of %s', (_, longitudes, [west = 0, east = 0]) => {
  const bounds = boundsOf(longitudes.map((longitude) => ({ longitude, latitude: 10 })))
  expect(bounds.getWest()).toBeCloseTo(west, 6)
  expect(bounds.getEast()).toBeCloseTo(east, 6)
})
