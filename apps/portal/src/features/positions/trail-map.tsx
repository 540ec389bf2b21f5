import type { ListedPosition } from '@holdfast/contract'
import { useComputedColorScheme } from '@mantine/core'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { boundsOf } from '../../shared/map/bounds-of.ts'
import { MapFrame } from '../../shared/map/map-frame.tsx'
import type { Town } from '../../shared/map/place.ts'
import type { Borders } from '../../shared/map/use-base-map.ts'
import { circleAround, linesOf, onGlobe } from './trail.ts'
import { trailLayers, type trailSources, trailStyle } from './trail-style.ts'

/** A trail within one street still shows the towns around it. */
const closestZoom = 12

interface TrailMapProps {
  borders: Borders
  towns: readonly Town[]
  /** In the order of their times; at least one of them on the globe. */
  positions: readonly ListedPosition[]
  /** The chosen one. */
  index: number
  label: string
  onChoose: (index: number) => void
  onUnavailable: () => void
}

const collection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({ type: 'FeatureCollection', features })

const feature = (geometry: GeoJSON.Geometry, properties: Record<string, unknown> = {}): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry,
})

const linesFeature = (positions: readonly ListedPosition[]) =>
  collection([feature({ type: 'MultiLineString', coordinates: linesOf(onGlobe(positions)) })])

/** What changes with the chosen position: the way until there, and how accurate it is. */
const drawChosen = (map: MapLibreMap, positions: readonly ListedPosition[], index: number): void => {
  const [chosen] = onGlobe(positions.slice(index, index + 1))
  const set = (source: keyof typeof trailSources, data: GeoJSON.FeatureCollection) =>
    (map.getSource(source) as GeoJSONSource | undefined)?.setData(data)
  set('passed', linesFeature(positions.slice(0, index + 1)))
  set(
    'accuracy',
    collection(
      chosen?.accuracy ? [feature({ type: 'Polygon', coordinates: [circleAround(chosen, chosen.accuracy)] })] : [],
    ),
  )
  set(
    'chosen',
    collection(chosen ? [feature({ type: 'Point', coordinates: [chosen.longitude, chosen.latitude] })] : []),
  )
}

/** The trail of a day. A chunk of its own, because its library is large. */
export default function TrailMap(props: TrailMapProps) {
  const { borders, towns, positions, index, label, onUnavailable } = props
  const isDark = useComputedColorScheme() === 'dark'
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const style = useMemo(() => trailStyle({ borders, towns, isDark }), [borders, towns, isDark])
  const bounds = useMemo(() => boundsOf(onGlobe(positions)), [positions])
  const choose = useEffectEvent((chosen: number) => props.onChoose(chosen))
  const onReady = useCallback((ready: MapLibreMap | null) => {
    ready?.on('click', trailLayers.points, ({ features: [clicked] = [] }) => {
      const chosen: unknown = clicked?.properties.index
      if (typeof chosen === 'number') choose(chosen)
    })
    setMap(ready)
  }, [])
  useEffect(() => {
    const points = positions.flatMap((position, place) =>
      onGlobe([position]).map(({ longitude, latitude }) =>
        feature({ type: 'Point', coordinates: [longitude, latitude] }, { index: place }),
      ),
    )
    ;(map?.getSource('points') as GeoJSONSource | undefined)?.setData(collection(points))
    ;(map?.getSource('trail') as GeoJSONSource | undefined)?.setData(linesFeature(positions))
  }, [map, positions])
  useEffect(() => {
    if (map) drawChosen(map, positions, index)
  }, [map, positions, index])
  return (
    <MapFrame
      isTall
      mapStyle={style}
      bounds={bounds}
      closestZoom={closestZoom}
      label={label}
      onReady={onReady}
      onUnavailable={onUnavailable}
    />
  )
}
