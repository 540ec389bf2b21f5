import { expect, test } from 'vitest'
import { mapStyle } from './map-style.ts'
import type { Borders } from './use-base-map.ts'

const nothing = { type: 'GeometryCollection', geometries: [] }
const borders = {
  type: 'Topology',
  arcs: [],
  objects: { land: nothing, countries: nothing },
} as unknown as Borders
const here = { latitude: 51.5, longitude: -0.1 }

test('a photo at the place of its device is drawn around it', () => {
  const places = [
    { kind: 'photo', name: 'Photo', ...here },
    { kind: 'device', name: 'Device', ...here },
  ] as const
  const { layers } = mapStyle({ borders, towns: [], places, isDark: false })
  const of = (id: string) => {
    const layer = layers.find((one) => one.id === id)
    if (layer?.type !== 'circle') throw new Error(`No circles: ${id}`)
    return layer.paint ?? {}
  }
  const ids = layers.map(({ id }) => id)
  expect(ids.indexOf('photos')).toBeGreaterThan(ids.indexOf('devices'))
  expect(of('photos')['circle-opacity']).toBe(0)
  const device = Number(of('devices')['circle-radius']) + Number(of('devices')['circle-stroke-width'])
  expect(Number(of('photos')['circle-radius'])).toBeGreaterThan(device)
})
