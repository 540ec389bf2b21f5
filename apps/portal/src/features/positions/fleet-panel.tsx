import type { ListedPosition } from '@holdfast/contract'
import { Skeleton, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { usePageWidth } from '../../shared/list/use-page-width.ts'
import { useBorders, useTowns } from '../../shared/map/use-base-map.ts'
import { latestOfEach } from './fleet.ts'
import classes from './fleet-panel.module.css'
import { onGlobe } from './trail.ts'

const FleetMap = lazy(() => import('./fleet-map.tsx'))

interface FleetPanelProps {
  /** `null` while they are read. */
  rows: readonly ListedPosition[] | null
  linkOf: (position: ListedPosition) => string
}

/** The map beside a list of positions. Takes its place before there are any, so that the list does not move. */
export const FleetPanel = ({ rows, linkOf }: FleetPanelProps) => {
  const t = useText()
  const navigate = useNavigate()
  const isWide = usePageWidth() === 'wide'
  const { data: towns } = useTowns(true)
  const { data: borders, isError } = useBorders()
  const [isUnavailable, setUnavailable] = useState(false)
  const onUnavailable = useCallback(() => setUnavailable(true), [])
  const positions = useMemo(() => onGlobe(rows ?? []), [rows])
  if (rows && positions.length === 0) return null
  if (isUnavailable || isError) {
    return (
      <div className={classes.place} data-tall={isWide}>
        <Text size="sm">{t('place.no_map')}</Text>
      </div>
    )
  }
  const skeleton = <Skeleton className={classes.place} data-tall={isWide} />
  return (
    <>
      {rows && borders && towns ? (
        <Suspense fallback={skeleton}>
          <FleetMap
            borders={borders}
            towns={towns}
            positions={positions}
            label={t('trail.fleet_map')}
            isTall={isWide}
            onOpen={(position) => void navigate({ to: linkOf(position) })}
            onUnavailable={onUnavailable}
          />
        </Suspense>
      ) : (
        skeleton
      )}
      <Text size="xs" c="dimmed" mt={6} className={rows ? undefined : classes.awaited}>
        {t('trail.fleet_note', { count: latestOfEach(positions).length })}
      </Text>
    </>
  )
}
