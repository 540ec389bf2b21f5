import { ActionIcon, Button, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconMapPin } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { DateField } from '../../shared/forms/date-field.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { ExportControl } from '../../shared/list/export-control.tsx'
import { NewRows } from '../../shared/list/new-rows.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { StateMessage } from '../../shared/ui/state-message.tsx'
import { dayIn, isDay, nextDay } from './device-day.ts'
import { TrailOfDay } from './trail-of-day.tsx'
import classes from './trail-page.module.css'
import { maxShownPositions, periodOf, type TrailSource, useTrail } from './use-trail.ts'

interface TrailScreenProps {
  source: TrailSource
  title: string
  /** Whose trail it is. */
  name: string
  /** Leads back to whose trail it is. */
  children: ReactNode
}

/** The positions of a device or a person, day by day. The address has the day and the chosen position. */
export const TrailScreen = ({ source, title, name, children }: TrailScreenProps) => {
  const t = useText()
  const asked = (useSearch({ strict: false }) as { day?: string }).day
  const trail = useTrail(source, isDay(asked) ? asked : undefined)
  const { day, zone, positions, hasNone, error, reload } = trail
  const shownDay = day ?? dayIn(new Date(), zone)
  const navigate = useNavigate()
  const choose = (next: string) => void navigate({ to: '.', search: { day: next } as never, resetScroll: false })
  if (error) return <ErrorState isScreen error={error} onRetry={reload} />
  const body = (): ReactNode => {
    if (hasNone) return <StateMessage icon={IconMapPin} title={t('trail.empty')} body={t('trail.empty_body')} />
    if (!day || !positions) return <PageSkeleton />
    if (positions.length === 0) return <NoneOnDay latest={trail.latest?.timestamp} zone={zone} onChoose={choose} />
    return (
      <>
        {positions.length === maxShownPositions && (
          <Text size="sm" mb="sm" role="status">
            {t('trail.capped', { count: maxShownPositions })}
          </Text>
        )}
        <TrailOfDay key={`${day} ${positions.length}`} positions={positions} zone={zone} />
      </>
    )
  }
  return (
    <div data-full-width>
      <PageHeader title={title} note={name}>
        {children}
      </PageHeader>
      {!hasNone && (
        <DayBar day={shownDay} isKnown={day !== undefined} zone={zone} onChoose={choose}>
          <ExportControl
            request={{ ...source, filter: periodOf(shownDay, zone), sort: 'asc' }}
            name={`${title} ${name}`}
            counted={{ total: positions?.length, isTotalCapped: positions?.length === maxShownPositions }}
          />
        </DayBar>
      )}
      <div className={classes.arrived}>
        <NewPositions key={day} source={source} trail={trail} />
      </div>
      {body()}
    </div>
  )
}

interface NewPositionsProps {
  source: TrailSource
  trail: ReturnType<typeof useTrail>
}

/**
 * Offers new positions of the day. Their number comes from live events, because counting them by a call would be recorded on the audit trail.
 * For a person, only devices that they are known to have are followed.
 */
const NewPositions = ({ source, trail }: NewPositionsProps) => {
  const { day, zone, positions, latest, hasNone, reload } = trail
  const shown = positions?.length ?? 0
  const ofDevice = 'device_reference' in source.params ? [source.params.device_reference] : undefined
  const known = [...(latest ? [latest] : []), ...(positions ?? [])].map(({ device_reference }) => device_reference)
  const device_references = ofDevice ?? [...new Set(known)]
  const isRead = positions !== undefined || hasNone
  if (!isRead || device_references.length === 0 || shown === maxShownPositions) return null
  return (
    <NewRows
      kind="gps"
      filter={{ device_references, ...(day !== undefined && periodOf(day, zone)) }}
      hasRow={() => false}
      total={shown}
      countNow={async () => shown}
      isEmpty={shown === 0}
      onShow={reload}
    />
  )
}

interface DayBarProps {
  day: string
  /** Until then the bar only keeps its place, so that nothing moves when the day is known. */
  isKnown: boolean
  zone: string
  onChoose: (day: string) => void
  children: ReactNode
}

const DayBar = ({ day, isKnown, zone, onChoose, children }: DayBarProps) => {
  const t = useText()
  const intl = useIntl()
  const today = dayIn(new Date(), zone)
  const name = intl.formatDate(`${day}T12:00:00.000Z`, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div className={classes.bar} data-pending={!isKnown || undefined}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={t('trail.day_before')}
        onClick={() => onChoose(nextDay(day, -1))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <DateField
        size="xs"
        aria-label={t('trail.day')}
        value={day}
        max={today}
        onChange={(value) => {
          if (isDay(value)) onChoose(value)
        }}
      />
      <ActionIcon
        variant="default"
        size={32}
        disabled={day >= today}
        aria-label={t('trail.day_after')}
        onClick={() => onChoose(nextDay(day, 1))}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
      <span className={classes.day}>{name}</span>
      <Text size="sm" c="dimmed" component="span">
        {t('trail.zone', { zone })}
      </Text>
      {children}
    </div>
  )
}

interface NoneOnDayProps {
  latest: string | undefined
  zone: string
  onChoose: (day: string) => void
}

const NoneOnDay = ({ latest, zone, onChoose }: NoneOnDayProps) => {
  const t = useText()
  return (
    <StateMessage icon={IconMapPin} title={t('trail.none_on_day')} body={t('trail.none_on_day_body')}>
      {latest && (
        <Button variant="default" onClick={() => onChoose(dayIn(new Date(latest), zone))}>
          {t('trail.latest_day')}
        </Button>
      )}
    </StateMessage>
  )
}
