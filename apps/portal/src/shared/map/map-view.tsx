import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { boundsOf } from './bounds-of.ts'
import { MapFrame } from './map-frame.tsx'
import { mapStyle } from './map-style.ts'
import type { Place, Town } from './place.ts'
import type { Borders } from './use-base-map.ts'

const closestZoom = 7

interface MapViewProps {
  borders: Borders
  towns: readonly Town[]
  /** At least one. */
  places: readonly Place[]
  label: string
  onUnavailable: () => void
}

/** A map of some places. A chunk of its own, because its library is large. */
export default function MapView({ borders, towns, places, label, onUnavailable }: MapViewProps) {
  const isDark = useComputedColorScheme() === 'dark'
  const style = useMemo(() => mapStyle({ borders, towns, places, isDark }), [borders, towns, places, isDark])
  const bounds = useMemo(() => boundsOf(places), [places])
  return (
    <MapFrame mapStyle={style} bounds={bounds} closestZoom={closestZoom} label={label} onUnavailable={onUnavailable} />
  )
}
