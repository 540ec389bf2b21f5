import type { StyleSpecification } from 'maplibre-gl'
import { placeColours } from '../../shared/map/map-colours.ts'
import { baseStyle } from '../../shared/map/map-style.ts'

const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }
const empty = { type: 'geojson', data: nothing } as const

/** What the trail is drawn from. The map fills them, and changes them with the time. */
export const trailSources = { trail: empty, passed: empty, points: empty, accuracy: empty, chosen: empty }

export const trailLayers = { points: 'trail points' } as const

const { device } = placeColours

/** The map under a trail, and how the trail looks: faint ahead of the chosen time, and clear until then. */
export const trailStyle = (base: Parameters<typeof baseStyle>[0]): StyleSpecification => {
  const style = baseStyle(base)
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  return {
    ...style,
    sources: { ...style.sources, ...trailSources },
    layers: [
      ...style.layers,
      {
        id: 'trail',
        type: 'line',
        source: 'trail',
        layout: round,
        paint: { 'line-color': device, 'line-width': 3, 'line-opacity': 0.35 },
      },
      { id: 'passed', type: 'line', source: 'passed', layout: round, paint: { 'line-color': device, 'line-width': 4 } },
      {
        id: trailLayers.points,
        type: 'circle',
        source: 'points',
        paint: {
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 2, 12, 5],
          'circle-color': device,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 1,
        },
      },
      { id: 'accuracy', type: 'fill', source: 'accuracy', paint: { 'fill-color': device, 'fill-opacity': 0.25 } },
      {
        id: 'chosen',
        type: 'circle',
        source: 'chosen',
        paint: {
          'circle-radius': 8,
          'circle-color': placeColours.chosen,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 3,
        },
      },
    ],
  }
}
