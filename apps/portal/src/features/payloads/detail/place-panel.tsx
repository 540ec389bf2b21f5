import type { Payload } from '@holdfast/contract'
import { Button, Skeleton, Text } from '@mantine/core'
import { useIntersection, useWindowEvent } from '@mantine/hooks'
import { IconMap2, IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { placeColours } from '../../../shared/map/map-colours.ts'
import { distanceKm, nearestTown, type Place, type Town } from '../../../shared/map/place.ts'
import { useBorders, useTowns } from '../../../shared/map/use-base-map.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { StateMessage } from '../../../shared/ui/state-message.tsx'
import { usePhotoFacts } from '../photos/use-photo-facts.ts'
import classes from './place-panel.module.css'
import { placesOf } from './places-of-payload.ts'

const MapView = lazy(() => import('../../../shared/map/map-view.tsx'))

interface PlacePanelProps {
  payload: Payload
  /** Whether the person can open the content, which may say where it was made. */
  mayOpen: boolean
}

/** Where the device was and, of an opened photo, where it was taken. Photos have a place for it before they are opened. */
export const PlacePanel = ({ payload, mayOpen }: PlacePanelProps) => {
  const t = useText()
  const { data: facts } = usePhotoFacts(payload, null)
  const [device, photo] = [t('place.device'), t('place.photo')]
  const places = useMemo(() => placesOf(payload, facts, { device, photo }), [payload, facts, device, photo])
  if (places.length > 0) {
    return (
      <Panel title={t('place.title')}>
        <Places places={places} />
      </Panel>
    )
  }
  if (payload.payload_type !== 'Photo' || !mayOpen) return null
  const [title, body] = facts
    ? (['place.unknown', 'place.unknown_body'] as const)
    : (['place.closed', 'place.closed_body'] as const)
  return (
    <Panel title={t('place.title')}>
      <div className={classes.closed}>
        <StateMessage icon={IconMapPin} title={t(title)} body={t(body)} />
      </div>
    </Panel>
  )
}

/** Somebody who scrolls past it does not look at it. */
const lookMs = 400

/**
 * Whether somebody looks, or has looked, at an element: they scrolled until most of it is in view, point at it or go to it. That it was in
 * view when the screen opened says nothing.
 */
const useLookedAt = () => {
  const { ref, entry } = useIntersection<HTMLDivElement>({ threshold: 0.5 })
  const [hasScrolled, setScrolled] = useState(false)
  const [wasSeen, setSeen] = useState(false)
  const isInView = (entry?.isIntersecting ?? false) && hasScrolled
  useWindowEvent('scroll', () => setScrolled(true))
  useEffect(() => {
    if (!isInView) return
    const timer = setTimeout(() => setSeen(true), lookMs)
    return () => clearTimeout(timer)
  }, [isInView])
  return { ref, wasSeen, isInView, look: () => setSeen(true) }
}

/** The map, which weighs more than the rest of the screen, is fetched when somebody looks at its place. */
const Places = ({ places }: { places: readonly Place[] }) => {
  const t = useText()
  const { ref, wasSeen, isInView, look } = useLookedAt()
  const { data: towns } = useTowns(wasSeen)
  return (
    <div>
      <div ref={ref} onPointerEnter={look}>
        {wasSeen && towns ? (
          <PlaceMap places={places} towns={towns} />
        ) : (
          <div className={classes.unseen} aria-busy={isInView || wasSeen}>
            {wasSeen ? (
              <Skeleton height="100%" radius="md" />
            ) : (
              <Button variant="default" size="xs" leftSection={<IconMap2 size={16} stroke={1.7} />} onClick={look}>
                {t('place.show_map')}
              </Button>
            )}
          </div>
        )}
      </div>
      <PlaceList places={places} towns={towns ?? []} />
      <Text size="xs" c="dimmed" mt="sm">
        {t('place.sources')}
      </Text>
    </div>
  )
}

const PlaceMap = ({ places, towns }: { places: readonly Place[]; towns: readonly Town[] }) => {
  const t = useText()
  const { data: borders, isError } = useBorders()
  const [isUnavailable, setUnavailable] = useState(false)
  const onUnavailable = useCallback(() => setUnavailable(true), [])
  if (isUnavailable || isError) return <Text size="sm">{t('place.no_map')}</Text>
  const skeleton = <Skeleton height="18rem" radius="md" />
  if (!borders) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <MapView borders={borders} towns={towns} places={places} label={t('place.map')} onUnavailable={onUnavailable} />
    </Suspense>
  )
}

/** The same in words: the photo's place and the first of the device. */
const PlaceList = ({ places, towns }: { places: readonly Place[]; towns: readonly Town[] }) => {
  const t = useText()
  const intl = useIntl()
  const distance = (km: number): string =>
    km < 1
      ? intl.formatNumber(Math.round(km * 1000), { style: 'unit', unit: 'meter' })
      : intl.formatNumber(km, { style: 'unit', unit: 'kilometer', maximumFractionDigits: km < 10 ? 1 : 0 })
  const photo = places.find(({ kind }) => kind === 'photo')
  const devices = places.filter(({ kind }) => kind === 'device')
  const [device] = devices
  const inWords = (place: Place): string => {
    const { latitude, longitude } = place
    const coordinates = t('payload.position_value', { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })
    const town = nearestTown(towns, place)
    if (!town) return coordinates
    return `${coordinates}, ${t('place.near', { town: town.name, distance: distance(town.km) })}`
  }
  return (
    <>
      <dl className={classes.places}>
        {[photo, device].map(
          (place) =>
            place && (
              <div key={place.kind}>
                <dt>
                  <svg viewBox="0 0 12 12" className={classes.dot} aria-hidden="true">
                    {place.kind === 'photo' ? (
                      <circle cx="6" cy="6" r="4.5" fill="none" stroke={placeColours.photo} strokeWidth="3" />
                    ) : (
                      <circle cx="6" cy="6" r="5" fill={placeColours.device} />
                    )}
                  </svg>
                  {place.name}
                </dt>
                <dd>
                  {inWords(place)}
                  {place === device && devices.length > 1 && <> {t('place.more', { count: devices.length - 1 })}</>}
                </dd>
              </div>
            ),
        )}
      </dl>
      {photo && device && (
        <Text size="sm" mt={6}>
          {t('place.apart', { distance: distance(distanceKm(photo, device)) })}
        </Text>
      )}
    </>
  )
}
