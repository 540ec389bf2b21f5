import { expect, test } from 'vitest'
import { distanceKm, isOnGlobe, nearestTown, type Town } from './place.ts'

const london = { latitude: 51.50853, longitude: -0.12574 }
const lisbon = { latitude: 38.71667, longitude: -9.13333 }

test('distances follow the globe, also across the date line', () => {
  expect(distanceKm(london, london)).toBe(0)
  expect(distanceKm(london, lisbon)).toBeCloseTo(1585, -1)
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111, 0)
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015, 0)
})

test('the nearest town is named, and none from an ocean', () => {
  const towns: Town[] = [
    ['London', -0.126, 51.509, 8_961_989],
    ['Croydon', -0.1, 51.383, 173_314],
  ]
  expect(nearestTown(towns, { latitude: 51.4, longitude: -0.11 })?.name).toBe('Croydon')
  expect(nearestTown(towns, london)?.name).toBe('London')
  expect(nearestTown(towns, { latitude: 51.5, longitude: -30 })).toBeNull()
  expect(nearestTown([], london)).toBeNull()
})

test('what handsets report may lie off the globe', () => {
  expect(isOnGlobe(london)).toBe(true)
  expect(isOnGlobe({ latitude: 91, longitude: 0 })).toBe(false)
  expect(isOnGlobe({ latitude: 0, longitude: 181 })).toBe(false)
})
