import type { FilterSpecification, StyleSpecification } from 'maplibre-gl'
import { feature, mesh } from 'topojson-client'
import { placeColours } from './map-colours.ts'
import type { Place, Town } from './place.ts'
import type { Borders } from './use-base-map.ts'

/** Colours of the map, for light and dark screens. */
const colours = {
  light: { sea: '#dbe9f2', land: '#f7f5f0', border: '#a9b2ba', town: '#41505e', halo: '#ffffff' },
  dark: { sea: '#10202b', land: '#24303a', border: '#5a6875', town: '#c3cdd6', halo: '#151e26' },
} as const

const townCollection = (towns: readonly Town[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: towns.map(([name, longitude, latitude, population]) => ({
    type: 'Feature',
    properties: { name, population },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

const placeCollection = (places: readonly Place[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: places.map(({ kind, name, latitude, longitude }) => ({
    type: 'Feature',
    properties: { name, kind },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

interface BaseMap {
  borders: Borders
  towns: readonly Town[]
  isDark: boolean
}

type Areas = NonNullable<Parameters<typeof mesh>[1]>

/** Land, borders, and towns by size. Letters are drawn with the page's fonts, so that no font is fetched. */
export const baseStyle = ({ borders, towns, isDark }: BaseMap): StyleSpecification => {
  const { sea, land, border, town, halo } = colours[isDark ? 'dark' : 'light']
  const { land: areas, countries } = borders.objects as { land: Areas; countries: Areas }
  // At the widest view only the largest cities; each step closer shows those with half as many people.
  const largeEnough: FilterSpecification = ['>=', ['get', 'population'], ['/', 6_000_000, ['^', 2, ['zoom']]]]
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: feature(borders, areas) },
      borders: {
        type: 'geojson',
        data: { type: 'Feature', properties: {}, geometry: mesh(borders, countries, (a, b) => a !== b) },
      },
      towns: { type: 'geojson', data: townCollection(towns) },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': border, 'line-width': 1 } },
      {
        id: 'town dots',
        type: 'circle',
        source: 'towns',
        filter: largeEnough,
        paint: { 'circle-radius': 2, 'circle-color': town },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        filter: largeEnough,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Inter Variable', 'sans-serif'],
          'text-size': ['interpolate', ['linear'], ['get', 'population'], 100_000, 11, 5_000_000, 15],
          'text-anchor': 'top',
          'text-offset': [0, 0.3],
          'symbol-sort-key': ['-', 0, ['get', 'population']],
        },
        paint: { 'text-color': town, 'text-halo-color': halo, 'text-halo-width': 1.5 },
      },
    ],
  }
}

/** The map with places on it. */
export const mapStyle = ({ places, ...base }: BaseMap & { places: readonly Place[] }): StyleSpecification => {
  const style = baseStyle(base)
  return {
    ...style,
    sources: { ...style.sources, places: { type: 'geojson', data: placeCollection(places) } },
    layers: [
      ...style.layers,
      {
        id: 'devices',
        type: 'circle',
        source: 'places',
        filter: ['==', ['get', 'kind'], 'device'],
        paint: {
          'circle-radius': 5,
          'circle-color': placeColours.device,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 2,
        },
      },
      // Above the devices and open in the middle, so that neither hides the other where a photo was taken beside its device.
      {
        id: 'photo edges',
        type: 'circle',
        source: 'places',
        filter: ['==', ['get', 'kind'], 'photo'],
        paint: { 'circle-radius': 8, 'circle-opacity': 0, 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 6 },
      },
      {
        id: 'photos',
        type: 'circle',
        source: 'places',
        filter: ['==', ['get', 'kind'], 'photo'],
        paint: {
          'circle-radius': 9,
          'circle-opacity': 0,
          'circle-stroke-color': placeColours.photo,
          'circle-stroke-width': 4,
        },
      },
    ],
  }
}
