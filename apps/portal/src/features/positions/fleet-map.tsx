import type { ListedPosition } from '@holdfast/contract'
import { useComputedColorScheme } from '@mantine/core'
import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { boundsOf } from '../../shared/map/bounds-of.ts'
import { placeColours } from '../../shared/map/map-colours.ts'
import { MapFrame } from '../../shared/map/map-frame.tsx'
import { baseStyle } from '../../shared/map/map-style.ts'
import type { Town } from '../../shared/map/place.ts'
import type { Borders } from '../../shared/map/use-base-map.ts'
import { latestOfEach } from './fleet.ts'

const closestZoom = 9

interface FleetMapProps {
  borders: Borders
  towns: readonly Town[]
  /** On the globe, at least one. */
  positions: readonly ListedPosition[]
  label: string
  isTall: boolean
  onOpen: (position: ListedPosition) => void
  onUnavailable: () => void
}

const empty: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

const pointsOf = (positions: readonly ListedPosition[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: positions.map(({ gps_reference, longitude, latitude }) => ({
    type: 'Feature',
    properties: { gps_reference },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

const fleetStyle = (base: StyleSpecification): StyleSpecification => ({
  ...base,
  sources: { ...base.sources, earlier: { type: 'geojson', data: empty }, latest: { type: 'geojson', data: empty } },
  layers: [
    ...base.layers,
    {
      id: 'earlier',
      type: 'circle',
      source: 'earlier',
      paint: { 'circle-radius': 4, 'circle-color': placeColours.device, 'circle-opacity': 0.35 },
    },
    {
      id: 'latest',
      type: 'circle',
      source: 'latest',
      paint: {
        'circle-radius': 6,
        'circle-color': placeColours.device,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    },
  ],
})

/** Where the devices of a list were last, and before. A click on a place opens it. A chunk of its own, because its library is large. */
export default function FleetMap({ borders, towns, positions, label, isTall, onOpen, onUnavailable }: FleetMapProps) {
  const isDark = useComputedColorScheme() === 'dark'
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const style = useMemo(() => fleetStyle(baseStyle({ borders, towns, isDark })), [borders, towns, isDark])
  // Rows that are loaded later do not move the map under somebody who looks at it.
  const [bounds] = useState(() => boundsOf(positions))
  const open = useEffectEvent((gpsReference: unknown) => {
    const found = positions.find(({ gps_reference }) => gps_reference === gpsReference)
    if (found) onOpen(found)
  })
  const onReady = useCallback((ready: MapLibreMap | null) => {
    ready?.on('click', ['latest', 'earlier'], ({ features: [clicked] = [] }) => open(clicked?.properties.gps_reference))
    setMap(ready)
  }, [])
  useEffect(() => {
    const latest = latestOfEach(positions)
    const set = (source: string, shown: readonly ListedPosition[]) =>
      (map?.getSource(source) as GeoJSONSource | undefined)?.setData(pointsOf(shown))
    set('latest', latest)
    set(
      'earlier',
      positions.filter((position) => !latest.includes(position)),
    )
  }, [map, positions])
  return (
    <MapFrame
      isTall={isTall}
      mapStyle={style}
      bounds={bounds}
      closestZoom={closestZoom}
      label={label}
      onReady={onReady}
      onUnavailable={onUnavailable}
    />
  )
}
