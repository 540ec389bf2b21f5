import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { BarTable } from '../../shared/ui/bar-table.tsx'
import { ChartOrTable, type ChartView } from '../../shared/ui/chart-or-table.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { isInOtherTimezone } from '../../shared/ui/person-timezone.ts'
import classes from './dashboard-page.module.css'
import { DayRecordings } from './day-recordings.tsx'
import { type DayCount, kindCounts } from './kind-counts.ts'
import { useRecordingCounts } from './recording-counts.ts'

interface Day {
  weekday: string
  date: string
  /** In words. */
  label: string
  counted: DayCount
}

const DayColumns = ({ days }: { days: readonly Day[] }) => {
  const intl = useIntl()
  const nameOf = useDayName()
  const largest = Math.max(1, ...days.map(({ counted }) => counted.count))
  return (
    <ul className={classes.columns}>
      {days.map((day) => (
        <li key={day.counted.date}>
          <DayRecordings day={day.counted} label={nameOf(day)} className={classes.column}>
            <span>{intl.formatNumber(day.counted.count)}</span>
            <span className={classes.pillar} style={{ height: `${(day.counted.count / largest) * 75}%` }} />
            <span className={classes.day}>
              <span className={classes.weekday}>{day.weekday} </span>
              {day.date}
            </span>
          </DayRecordings>
        </li>
      ))}
    </ul>
  )
}

const useDayName = () => {
  const t = useText()
  return ({ label, counted: { count } }: Day) => t('overview.day_recordings', { day: label, count })
}

const DayTable = ({ days }: { days: readonly Day[] }) => {
  const t = useText()
  const nameOf = useDayName()
  return (
    <BarTable
      label={t('overview.recordings')}
      head={[t('overview.day'), t('overview.recordings_count')]}
      rows={days.map((day) => ({
        label: day.label,
        value: day.counted.count,
        name: (
          <DayRecordings day={day.counted} label={nameOf(day)}>
            {day.label}
          </DayRecordings>
        ),
      }))}
    />
  )
}

/** Recordings per day, as a chart or as a table, and per kind. Each number leads to its list. */
export const RecordingsByDay = () => {
  const t = useText()
  const intl = useIntl()
  const [view, setView] = useState<ChartView>('chart')
  const { profile } = useProfile()
  const { data, error, refetch } = useRecordingCounts()
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data || !profile) return <Skeleton height={300} radius="lg" />
  const counts = kindCounts(data, profile)
  const days = counts.days.map((counted): Day => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      intl.formatDate(counted.date, { ...options, timeZone: 'UTC' })
    return {
      weekday: format({ weekday: 'short' }),
      date: format({ day: 'numeric' }),
      label: format({ weekday: 'short', day: 'numeric' }),
      counted,
    }
  })
  const isEmpty = days.every(({ counted }) => counted.count === 0)
  return (
    <Panel title={t('overview.recordings')} action={<ChartOrTable value={view} onChange={setView} />}>
      {isInOtherTimezone(data.timezone) && <p className={classes.none}>{t('overview.utc_days')}</p>}
      {isEmpty ? (
        <p className={classes.none}>{t('overview.no_recordings')}</p>
      ) : (
        <div className={classes.halves}>
          {view === 'chart' ? <DayColumns days={days} /> : <DayTable days={days} />}
          <BarTable
            label={t('payload.kind')}
            head={[t('payload.kind'), t('overview.recordings_count')]}
            rows={counts.kinds.map(({ title, count, to, filter }) => ({
              label: t(title),
              value: count,
              name: (
                <Link to={to} search={{ filter }} className={classes.link}>
                  {t(title)}
                </Link>
              ),
            }))}
          />
        </div>
      )}
    </Panel>
  )
}
