import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconArrowsMinimize, IconMinus, IconPlus } from '@tabler/icons-react'
import { LngLatBounds, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl'
// A file of its own: the content security policy allows no code from elsewhere.
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { mapStyle } from './map-style.ts'
import classes from './map-view.module.css'
import type { Place, Town } from './place.ts'
import type { Borders } from './use-base-map.ts'

setWorkerUrl(workerAddress)

/** So that a coast, a border or several towns show where a single place is. */
const closestZoom = 7
const maxZoom = 14
const paddingPx = 48

interface MapViewProps {
  borders: Borders
  towns: readonly Town[]
  /** At least one. */
  places: readonly Place[]
  label: string
  onUnavailable: () => void
}

const boundsOf = (places: readonly Place[]): LngLatBounds =>
  places.reduce((bounds, { longitude, latitude }) => bounds.extend([longitude, latitude]), new LngLatBounds())

/** A map that is zoomed and moved with pointers, fingers and keys. A chunk of its own, because its library is large. */
export default function MapView({ borders, towns, places, label, onUnavailable }: MapViewProps) {
  const t = useText()
  const container = useRef<HTMLDivElement>(null)
  const isDark = useComputedColorScheme() === 'dark'
  const [map, setMap] = useState<MapLibreMap | null>(null)
  useEffect(() => {
    if (!container.current) return
    let shown: MapLibreMap
    try {
      shown = new MapLibreMap({
        container: container.current,
        style: mapStyle({ borders, towns, places, isDark }),
        bounds: boundsOf(places),
        fitBoundsOptions: { padding: paddingPx, maxZoom: closestZoom },
        maxZoom,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        cooperativeGestures: false,
        scrollZoom: false,
      })
    } catch {
      onUnavailable() // Without WebGL.
      return
    }
    shown.touchZoomRotate.disableRotation()
    shown.getCanvas().setAttribute('aria-label', label)
    shown.once('idle', () => container.current?.setAttribute('data-drawn', 'true'))
    setMap(shown)
    return () => {
      setMap(null)
      shown.remove()
    }
  }, [borders, towns, places, isDark, label, onUnavailable])
  const tools = [
    { title: t('map.zoom_in'), icon: IconPlus, use: () => map?.zoomIn() },
    { title: t('map.zoom_out'), icon: IconMinus, use: () => map?.zoomOut() },
    {
      title: t('map.fit'),
      icon: IconArrowsMinimize,
      use: () => map?.fitBounds(boundsOf(places), { padding: paddingPx, maxZoom: closestZoom }),
    },
  ]
  return (
    <div className={classes.frame}>
      <div ref={container} className={classes.map} />
      <div className={classes.tools}>
        {tools.map(({ title, icon: Icon, use }) => (
          <Tooltip key={title} label={title} position="left">
            <ActionIcon variant="default" size={32} onClick={use} aria-label={title}>
              <Icon size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}
