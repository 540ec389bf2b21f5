import type { ListedPosition } from '@holdfast/contract'
import { Skeleton, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useBorders, useTowns } from '../../shared/map/use-base-map.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { ChosenPosition } from './chosen-position.tsx'
import { useDeviceClock } from './in-words.ts'
import { onGlobe } from './trail.ts'
import classes from './trail-page.module.css'
import { TrailSlider } from './trail-slider.tsx'
import { TrailTable } from './trail-table.tsx'

const TrailMap = lazy(() => import('./trail-map.tsx'))

interface TrailOfDayProps {
  /** At least one, in the order of their times. */
  positions: readonly ListedPosition[]
  zone: string
}

/** The position that the address names, or the last one. */
const useChosen = (positions: readonly ListedPosition[]) => {
  const navigate = useNavigate()
  const { at } = useSearch({ strict: false }) as { at?: string }
  const named = positions.findIndex(({ gps_reference }) => gps_reference === at)
  const [index, setIndex] = useState(named === -1 ? positions.length - 1 : named)
  const keep = (chosen: number) => {
    setIndex(chosen)
    const reference = positions[chosen]?.gps_reference
    void navigate({
      to: '.',
      search: ((search: object) => ({ ...search, at: reference })) as never,
      replace: true,
      resetScroll: false,
    })
  }
  return { index, setIndex, keep }
}

/** The trail of a day: map, time slider, what is known of the chosen position, and all of them in a table. */
export const TrailOfDay = ({ positions, zone }: TrailOfDayProps) => {
  const t = useText()
  const { index, setIndex, keep } = useChosen(positions)
  const { data: towns } = useTowns(true)
  const clockOf = useDeviceClock(zone)
  const chosen = positions[index]
  return (
    <div className={classes.columns}>
      <Panel>
        <MapOfTrail positions={positions} index={index} onChoose={keep} />
        <TrailSlider positions={positions} index={index} clockOf={clockOf} onChange={setIndex} onChosen={keep} />
        <Text size="xs" c="dimmed" mt="sm">
          {t('place.sources')}
        </Text>
      </Panel>
      <div className={classes.side}>
        <Panel>
          {chosen && <ChosenPosition position={chosen} towns={towns ?? []} clockOf={clockOf} zone={zone} />}
        </Panel>
        <Panel title={t('trail.all', { count: positions.length })}>
          <TrailTable
            positions={positions}
            index={index}
            towns={towns ?? []}
            label={t('trail.all', { count: positions.length })}
            clockOf={clockOf}
            onChoose={keep}
          />
        </Panel>
      </div>
    </div>
  )
}

interface MapOfTrailProps {
  positions: readonly ListedPosition[]
  index: number
  onChoose: (index: number) => void
}

const MapOfTrail = ({ positions, index, onChoose }: MapOfTrailProps) => {
  const t = useText()
  const { data: towns } = useTowns(true)
  const { data: borders, isError } = useBorders()
  const [isUnavailable, setUnavailable] = useState(false)
  const onUnavailable = useCallback(() => setUnavailable(true), [])
  if (onGlobe(positions).length === 0) return <div className={classes.noMap}>{t('trail.none_on_globe')}</div>
  if (isUnavailable || isError) return <div className={classes.noMap}>{t('place.no_map')}</div>
  const skeleton = <Skeleton className={classes.noMap} />
  if (!borders || !towns) return skeleton
  return (
    <Suspense fallback={skeleton}>
      <TrailMap
        borders={borders}
        towns={towns}
        positions={positions}
        index={index}
        label={t('trail.map')}
        onChoose={onChoose}
        onUnavailable={onUnavailable}
      />
    </Suspense>
  )
}
