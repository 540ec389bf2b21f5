import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsMinimize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type LngLatBoundsLike, Map as MapLibreMap, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
// A file of its own: the content security policy allows no code from elsewhere.
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import classes from './map-view.module.css'

setWorkerUrl(workerAddress)

const maxZoom = 14
const paddingPx = 48

interface MapFrameProps {
  /** Another one draws the map again, so it must stay the same between renderings. The same holds for the other values. */
  mapStyle: StyleSpecification
  /** What is shown at first. */
  bounds: LngLatBoundsLike
  /** How close the map is at first, at most: so that a coast, a border or several towns show where a single place is. */
  closestZoom: number
  label: string
  isTall?: boolean
  /** Called with the map when its sources can be changed, and with `null` when it is gone. */
  onReady?: (map: MapLibreMap | null) => void
  onUnavailable: () => void
}

/** A map that is zoomed and moved with pointers, fingers and keys. */
export const MapFrame = (props: MapFrameProps) => {
  const { mapStyle, bounds, closestZoom, label, isTall = false, onReady, onUnavailable } = props
  const t = useText()
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibreMap | null>(null)
  useEffect(() => {
    if (!container.current) return
    let shown: MapLibreMap
    try {
      shown = new MapLibreMap({
        container: container.current,
        style: mapStyle,
        bounds,
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
    shown.once('load', () => onReady?.(shown))
    shown.once('idle', () => container.current?.setAttribute('data-drawn', 'true'))
    setMap(shown)
    return () => {
      setMap(null)
      onReady?.(null)
      shown.remove()
    }
  }, [mapStyle, bounds, closestZoom, label, onReady, onUnavailable])
  const tools = [
    { title: t('map.zoom_in'), icon: IconPlus, use: () => map?.zoomIn() },
    { title: t('map.zoom_out'), icon: IconMinus, use: () => map?.zoomOut() },
    {
      title: t('map.fit'),
      icon: IconArrowsMinimize,
      use: () => map?.fitBounds(bounds, { padding: paddingPx, maxZoom: closestZoom }),
    },
  ]
  return (
    <div className={classes.frame}>
      <div ref={container} className={classes.map} data-tall={isTall} />
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
